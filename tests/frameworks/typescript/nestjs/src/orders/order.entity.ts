import { Entity, PrimaryColumn } from "typeorm";

@Entity()
export class Order {
  @PrimaryColumn() id!: string;
}
