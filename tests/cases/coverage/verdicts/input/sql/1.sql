-- +goose Up
CREATE TABLE coupons (id text PRIMARY KEY, code text NOT NULL UNIQUE, made_by text);
CREATE TABLE orders (id text PRIMARY KEY, public_id text NOT NULL UNIQUE, status text NOT NULL, total int);
CREATE TABLE tokens (id text PRIMARY KEY, secret text NOT NULL);
CREATE TABLE notes (id text PRIMARY KEY, text text);
-- +goose Down
CREATE UNIQUE INDEX notes_text ON notes (text);
