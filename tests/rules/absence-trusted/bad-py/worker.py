from payments_sdk import gateway


def settle(payout):
    known = gateway.find(payout.reference)
    if known is None:
        gateway.payout(payout.account, payout.cents)
