from django.shortcuts import get_object_or_404
from django.http import JsonResponse
from rest_framework import generics, serializers

from .models import Patient, Visit


class PatientSerializer(serializers.ModelSerializer):
    class Meta:
        model = Patient
        fields = ["name"]


class VisitSerializer(serializers.ModelSerializer):
    class Meta:
        model = Visit
        fields = ["name"]


class PatientView(generics.RetrieveUpdateAPIView):
    queryset = Patient.objects.all()
    serializer_class = PatientSerializer


class VisitView(generics.RetrieveUpdateAPIView):
    queryset = Visit.objects.all()
    serializer_class = VisitSerializer


def edit(request, pk=None):
    patient = get_object_or_404(Patient, pk=pk) if pk is not None else Patient()
    patient.name = request.POST["name"]
    patient.save()
    return JsonResponse({})
