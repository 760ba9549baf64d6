from rest_framework import generics, mixins, viewsets
from rest_framework.decorators import action, api_view

from .models import Note, Order
from .tasks import ship


class OrderViewSet(mixins.CreateModelMixin, mixins.ListModelMixin, viewsets.GenericViewSet):
    queryset = Order.objects.all()

    @action(detail=True, methods=["post"], url_path="ship")
    def ship_order(self, request, pk=None):
        ship.delay(pk)

    @action(detail=False, methods=["post"])
    def estimate(self, request):
        return 3


class NoteList(generics.ListCreateAPIView):
    queryset = Note.objects.all()


@api_view(["POST"])
def quote(request):
    return 12
