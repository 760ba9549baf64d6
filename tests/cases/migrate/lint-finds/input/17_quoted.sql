CREATE TABLE "Keys" ("key" text PRIMARY KEY, "order" bigint REFERENCES "Shop"."Order" (id));
CREATE TRIGGER t AFTER INSERT ON "Shop"."Order" FOR EACH ROW EXECUTE FUNCTION f();
