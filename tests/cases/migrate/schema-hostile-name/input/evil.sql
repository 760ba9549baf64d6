CREATE TABLE "or""ders; --" (id int PRIMARY KEY, "org_id" varchar(5));
CREATE TABLE "orders
DROP TABLE x; --" (id int);
