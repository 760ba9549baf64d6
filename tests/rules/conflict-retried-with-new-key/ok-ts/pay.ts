import axios from 'axios';

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export async function pay(order, key) {
  try {
    return await axios.post('https://pay.example.com/charges', order, { headers: { 'Idempotency-Key': key } });
  } catch (e) {
    if (e.response.status === 409) {
      await wait(1000);
      return await axios.post('https://pay.example.com/charges', order, { headers: { 'Idempotency-Key': key } });
    }
    throw e;
  }
}
