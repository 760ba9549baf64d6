from django.db import models
from django.db.models.signals import post_save
from django.dispatch import receiver


class Patient(models.Model):
    name = models.CharField(max_length=20)


class Chart(models.Model):
    patient = models.ForeignKey(Patient, on_delete=models.CASCADE)


class Visit(models.Model):
    name = models.CharField(max_length=20)


class Bill(models.Model):
    visit = models.ForeignKey(Visit, on_delete=models.CASCADE)


@receiver(post_save, sender=Patient)
def open_chart(sender, instance, created, **kwargs):
    if not created:
        return
    Chart.objects.create(patient=instance)


@receiver(post_save, sender=Visit)
def bill(sender, instance, **kwargs):
    Bill.objects.create(visit=instance)
