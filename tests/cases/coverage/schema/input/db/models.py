from django.db import models


class Order(models.Model):
    tenant_id = models.TextField()
    idempotency_key = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant_id", "idempotency_key"], name="once")]
