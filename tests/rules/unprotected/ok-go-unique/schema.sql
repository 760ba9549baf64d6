CREATE TABLE orders (number text NOT NULL UNIQUE, total bigint NOT NULL);
