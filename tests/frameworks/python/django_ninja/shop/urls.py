from django.urls import path
from ninja import NinjaAPI, Router
from django.contrib.auth.models import User

api = NinjaAPI()
users = Router()


@users.post("/")
def create(request, name: str):
    return User.objects.create_user(name)


@users.post("/check")
def check(request, name: str):
    return User.objects.filter(username=name).exists()


api.add_router("/users", users)

urlpatterns = [path("api/", api.urls)]
