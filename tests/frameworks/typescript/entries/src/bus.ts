import { connect } from 'nats';
import { pay } from './pay';

async function main() {
  const connection = await connect({ servers: 'n:4222' });
  connection.subscribe('orders.paid', {
    callback: async (error, message) => {
      await pay(Number(message.data));
    },
  });
}
main();
