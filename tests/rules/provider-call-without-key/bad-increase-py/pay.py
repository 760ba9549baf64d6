from increase import Increase

client = Increase(api_key="secret")


def pay_out(payout_id, account, routing, number, cents):
    return client.ach_transfers.create(
        account_id=account, routing_number=routing, account_number=number, amount=cents, statement_descriptor="payout"
    )
