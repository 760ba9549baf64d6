-- idem-ignore fk-to-core: customers is written once a day, in the same window
ALTER TABLE payments ADD CONSTRAINT c FOREIGN KEY (c) REFERENCES customers (id);
