from django.contrib.auth.models import AbstractUser
from django.db import models


class Account(AbstractUser):
    email = models.EmailField(unique=True)


class Booking(models.Model):
    slot = models.CharField(max_length=40)
    state = models.CharField(max_length=10, default="open")


class Note(models.Model):
    text = models.TextField()
