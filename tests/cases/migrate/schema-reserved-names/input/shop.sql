-- Mixed case, reserved words and a serial tenant: every name needs its quotes.
CREATE SCHEMA "Shop";
CREATE TABLE "Shop"."User" (id serial PRIMARY KEY, "name" text);
CREATE TABLE "Shop"."Order" (
    "id" text NOT NULL,
    "tenantId" integer NOT NULL REFERENCES "Shop"."User" (id),
    "interval" interval NOT NULL,
    CONSTRAINT "Order_pkey" PRIMARY KEY ("id", "tenantId")
);
ALTER TABLE "Shop"."Order" ENABLE ROW LEVEL SECURITY;
