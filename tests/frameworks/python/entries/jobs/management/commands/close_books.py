from django.core.management.base import BaseCommand

from pay import pay


class Command(BaseCommand):
    help = "closes the books"

    def add_arguments(self, parser):
        parser.add_argument("total")

    def handle(self, *args, **options):
        pay(options["total"])
