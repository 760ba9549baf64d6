from django.db import models


class Claim(models.Model):
    user = models.ForeignKey("auth.User", on_delete=models.CASCADE)
    key = models.CharField(max_length=64)

    class Meta:
        unique_together = [("user", "key")]
