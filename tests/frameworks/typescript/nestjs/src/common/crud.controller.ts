import { Body, Delete, Param, Post } from "@nestjs/common";
import type { OrdersService } from "../orders/orders.service";

export abstract class CrudController {
  constructor(protected readonly service: OrdersService) {}

  @Post()
  create(@Body() body: object) {
    return this.service.create(body);
  }

  @Delete(":id")
  remove(@Param("id") id: string) {
    return this.service.remove(id);
  }
}
