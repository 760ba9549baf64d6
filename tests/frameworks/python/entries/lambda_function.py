from pay import pay


def lambda_handler(event, context):
    for record in event["Records"]:
        pay(int(record["body"]))
