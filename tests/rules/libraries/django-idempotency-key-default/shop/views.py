from django.http import JsonResponse
from django.views.decorators.http import require_POST
from idempotency_key.decorators import idempotency_key

from payments_sdk import gateway


@require_POST
@idempotency_key
def charge(request):
    paid = gateway.charge(request.POST["card"], request.POST["cents"])
    return JsonResponse(paid, status=201)
