ROOT_URLCONF = "shop.urls"
MIDDLEWARE = ["idempotency_key.middleware.ExemptIdempotencyKeyMiddleware"]
IDEMPOTENCY_KEY = {
    "CONFLICT_STATUS_CODE": 409,
}
