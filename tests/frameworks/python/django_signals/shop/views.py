from django.contrib.auth import get_user_model
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from .models import Booking, Note


class BookingSerializer(serializers.ModelSerializer):
    class Meta:
        model = Booking
        fields = ["slot"]


class AccountSerializer(serializers.ModelSerializer):
    class Meta:
        model = get_user_model()
        fields = ["email"]

    def create(self, validated_data):
        return get_user_model().objects.create_user(**validated_data)


class NoteSerializer(serializers.ModelSerializer):
    class Meta:
        model = Note
        fields = ["text"]


class BookingViewSet(viewsets.ModelViewSet):
    http_method_names = ["post"]
    queryset = Booking.objects.all()
    serializer_class = BookingSerializer

    @action(methods=["POST"], detail=True)
    def cancel(self, request, pk=None):
        booking = self.get_object()
        if booking.state != "open":
            return Response({"error": "not open"}, status=409)
        booking.state = "cancelled"
        booking.save()
        return Response({})


class AccountViewSet(viewsets.ModelViewSet):
    http_method_names = ["post"]
    serializer_class = AccountSerializer


# Near miss: no receiver listens to this model.
class NoteViewSet(viewsets.ModelViewSet):
    http_method_names = ["post"]
    queryset = Note.objects.all()
    serializer_class = NoteSerializer
