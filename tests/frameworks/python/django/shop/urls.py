from django.urls import include, path, re_path

from . import views

urlpatterns = [
    path("api/", include("shop.api.urls")),
    re_path(r"^legacy/(?P<order_id>\d+)/close/$", views.close),
]
urlpatterns += [path("contact/", views.ContactView.as_view())]
