import { randomUUID } from 'node:crypto';
import axios from 'axios';

export async function pay(order, key) {
  try {
    return await axios.post('https://pay.example.com/charges', order, { headers: { 'Idempotency-Key': key } });
  } catch (e) {
    if (e.response.status === 409) {
      return await axios.post('https://pay.example.com/charges', order, { headers: { 'Idempotency-Key': randomUUID() } });
    }
    throw e;
  }
}
