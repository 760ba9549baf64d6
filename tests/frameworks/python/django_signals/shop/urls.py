from django.urls import include, path
from rest_framework.routers import DefaultRouter

from .views import AccountViewSet, BookingViewSet, NoteViewSet

router = DefaultRouter()
router.register("bookings", BookingViewSet)
router.register("accounts", AccountViewSet, basename="account")
router.register("notes", NoteViewSet)

urlpatterns = [path("api/", include(router.urls))]
