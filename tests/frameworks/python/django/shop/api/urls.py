from django.urls import include, path
from rest_framework.routers import DefaultRouter

from orders import views

router = DefaultRouter()
router.register("orders", views.OrderViewSet, basename="order")

urlpatterns = [
    path("", include(router.urls)),
    path("notes/", views.NoteList.as_view()),
    path("quote/", views.quote),
]
