import { Router } from 'express';
import { Shop } from './shop';

export const router = Router();
const shop = new Shop();

router.post('/carts/:id/checkout', async (req, res) => {
  res.json(await shop.checkout(req.params.id, req.body.email));
});
