DROP TRIGGER remember ON orders;
DROP TABLE customers;
