import stripe
from django.db import IntegrityError, transaction
from django.http import JsonResponse
from django.views.decorators.http import require_POST

from .models import Claim


@require_POST
def charge(request):
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        return JsonResponse({"error": "key"}, status=400)
    try:
        with transaction.atomic():
            Claim.objects.create(user=request.user, key=key)
    except IntegrityError:
        return JsonResponse({"error": "duplicate"}, status=409)
    paid = stripe.Charge.create(amount=500, currency="eur", idempotency_key=key)
    return JsonResponse({"id": paid.id}, status=201)
