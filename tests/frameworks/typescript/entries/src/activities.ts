import { pay } from './pay';

export async function chargeActivity(amount: number) {
  return pay(amount);
}
export async function quote(amount: number) {
  return amount * 2;
}
