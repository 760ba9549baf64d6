import { store } from "./store";
import { gateway } from "./gateway";

const limit = 3;

function price(order) {
  let total = 0;
  for (const line of order.lines) {
    total += line.amount;
  }
  if (total > 100) {
    return total - 10;
  }
  return total;
}

function place(request) {
  const key = request.headers["idempotency-key"];
  if (!key) {
    return "no key";
  }
  const found = store.find(key);
  if (found) {
    return found.answer;
  } else {
    store.claim(key, request.user);
  }
  const order = { id: key, total: price(request) };
  let tries = 0;
  while (tries < limit) {
    gateway.charge(order.id, order.total);
    tries += 1;
  }
  store.save(key, order);
  return order;
}
