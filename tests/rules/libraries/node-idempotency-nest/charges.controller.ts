import { Body, Controller, Post, UseInterceptors } from '@nestjs/common';
import { Idempotent, NodeIdempotencyInterceptor } from '@node-idempotency/nestjs';
import { gateway } from '@acme/payments';

@Controller('charges')
@UseInterceptors(NodeIdempotencyInterceptor)
export class ChargesController {
  @Post()
  @Idempotent()
  async charge(@Body() body: { card: string; cents: number }) {
    return gateway.charge(body.card, body.cents);
  }
}
