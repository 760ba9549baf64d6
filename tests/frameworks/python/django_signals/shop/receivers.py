from celery import shared_task
from django.db.models.signals import post_save
from django.dispatch import receiver

from .models import Booking


@shared_task
def send_confirmation(booking_id):
    return booking_id


@receiver(post_save, sender=Booking)
def booking_saved(sender, instance, created, **kwargs):
    if created:
        send_confirmation.delay(instance.id)
