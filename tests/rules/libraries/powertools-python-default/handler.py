import json

from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, IdempotencyConfig, idempotent

from payments_sdk import gateway

store = DynamoDBPersistenceLayer(table_name="idempotency")
config = IdempotencyConfig()


@idempotent(config=config, persistence_store=store)
def lambda_handler(event, context):
    body = json.loads(event["body"])
    paid = gateway.charge(body["card"], body["cents"])
    return {"statusCode": 201, "body": json.dumps(paid)}
