import psycopg

from payments_sdk import gateway

db = psycopg.connect()


def settle(payout):
    known = gateway.find(payout.reference)
    if known is None:
        db.execute("UPDATE payouts SET state = 'unknown', checked_at = now() WHERE id = %s", (payout.id,))
        return
    db.execute("UPDATE payouts SET state = 'done' WHERE id = %s", (payout.id,))
