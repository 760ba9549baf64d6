ROOT_URLCONF = "shop.urls"
AUTH_USER_MODEL = "shop.Account"
