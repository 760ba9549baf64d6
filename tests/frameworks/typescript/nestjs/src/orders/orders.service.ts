import { Injectable } from "@nestjs/common";
import { InjectRepository } from "@nestjs/typeorm";
import { DataSource, Repository } from "typeorm";
import { InjectQueue } from "@nestjs/bullmq";
import { Queue } from "bullmq";
import { HttpService } from "@nestjs/axios";
import { Order } from "./order.entity";

@Injectable()
export class OrdersService {
  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    @InjectQueue("mail") private readonly mail: Queue,
    private readonly http: HttpService,
    private readonly source: DataSource,
  ) {}

  all() {
    return this.orders.find();
  }

  create(body: object) {
    return this.orders.save(body);
  }

  remove(id: string) {
    return this.orders.delete(id);
  }

  async ship(id: string) {
    await this.mail.add("shipped", { id });
    await this.http.post("https://carrier.example/parcels", { id }).toPromise();
  }

  close(id: string) {
    return this.source.transaction(async (manager) => {
      await manager.query("UPDATE orders SET closed = true WHERE id = $1", [id]);
    });
  }

  count() {
    return this.source.query("SELECT count(*) FROM orders");
  }
}
