from django.db import models


class Order(models.Model):
    closed = models.BooleanField(default=False)


class Note(models.Model):
    text = models.TextField()
