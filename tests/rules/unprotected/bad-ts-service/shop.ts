import { Pool } from 'pg';

const db = new Pool();

export class Shop {
  async checkout(cart: string, email: string) {
    const made = await db.query('INSERT INTO orders (cart_id, email) VALUES ($1, $2) RETURNING id', [cart, email]);
    return { id: made.rows[0].id };
  }
}
