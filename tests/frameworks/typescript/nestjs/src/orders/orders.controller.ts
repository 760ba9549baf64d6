import { Controller, Get, Param, Patch, Post, UseGuards, Version } from "@nestjs/common";
import { AuthGuard, SignedIn } from "../common/auth.guard";
import { CrudController } from "../common/crud.controller";

const ROOT = "orders";

@UseGuards(AuthGuard)
@Controller(ROOT)
export class OrdersController extends CrudController {
  @Get()
  list() {
    return this.service.all();
  }

  @Get("count")
  count() {
    return this.service.count();
  }

  @Post(":id/shipments")
  @SignedIn()
  @Version("2")
  ship(@Param("id") id: string) {
    return this.service.ship(id);
  }

  @Patch([":id/close", ":id/finish"])
  close(@Param("id") id: string) {
    return this.service.close(id);
  }

  unrouted(id: string) {
    return this.service.remove(id);
  }
}
