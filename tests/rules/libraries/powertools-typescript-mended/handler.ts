import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { gateway } from '@acme/payments';

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: 'idempotency' });
const config = new IdempotencyConfig({ eventKeyJmesPath: 'headers."Idempotency-Key"', payloadValidationJmesPath: 'body', expiresAfterSeconds: 172800 });

const charge = async (event: APIGatewayProxyEvent) => {
  const body = JSON.parse(event.body!);
  const paid = await gateway.charge(body.card, body.cents);
  return { statusCode: 201, body: JSON.stringify(paid) };
};

export const handler = makeIdempotent(charge, { persistenceStore, config });
