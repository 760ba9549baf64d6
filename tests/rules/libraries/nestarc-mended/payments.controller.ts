import { Body, Controller, Post, UseInterceptors } from '@nestjs/common';
import { Idempotent, IdempotencyInterceptor } from '@nestarc/idempotency';
import { gateway } from '@acme/payments';

@Controller('payments')
@UseInterceptors(IdempotencyInterceptor)
export class PaymentsController {
  @Post()
  @Idempotent({ ttl: 172800, scope: (context) => context.switchToHttp().getRequest().user.id })
  async pay(@Body() body: { card: string; cents: number }) {
    return gateway.charge(body.card, body.cents);
  }
}
