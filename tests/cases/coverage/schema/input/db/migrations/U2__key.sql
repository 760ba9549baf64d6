DROP INDEX orders_once;
