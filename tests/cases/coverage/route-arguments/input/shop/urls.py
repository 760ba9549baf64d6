from django.urls import path

from . import views

urlpatterns = [
    path("patients/<int:pk>/exempt", views.PatientView.as_view()),
    path("visits/<int:pk>/uncovered", views.VisitView.as_view()),
    path("edit/uncovered", views.edit),
    path("edit/<int:pk>/exempt", views.edit),
]
