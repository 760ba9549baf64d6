ROOT_URLCONF = "shop.urls"
MIDDLEWARE = ["idempotency_key.middleware.ExemptIdempotencyKeyMiddleware"]
IDEMPOTENCY_KEY = {
    "STORAGE": {"CLASS": "idempotency_key.storage.CacheKeyStorage", "CACHE_NAME": "shared"},
    "CONFLICT_STATUS_CODE": 409,
}
