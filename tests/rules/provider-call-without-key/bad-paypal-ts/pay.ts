import { Client, OrdersController } from '@paypal/paypal-server-sdk';

const orders = new OrdersController(new Client({ clientCredentialsAuthCredentials: { oAuthClientId: 'id', oAuthClientSecret: 's' } }));

export async function capture(order: string) {
  const { result } = await orders.captureOrder({ id: order });
  return result.status;
}
