from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from pay import pay


@receiver(post_save, sender="shop.Order")
def on_order(sender, instance, **kwargs):
    pay(instance.total)


def on_gone(sender, instance, **kwargs):
    pay(-instance.total)


post_delete.connect(on_gone, sender="shop.Order")
