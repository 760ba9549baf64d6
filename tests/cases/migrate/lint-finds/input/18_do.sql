DO $$ BEGIN
  ALTER TABLE "orders" ADD CONSTRAINT "orders_user_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;
EXCEPTION
  WHEN duplicate_object THEN null;
END $$;
DO 'BEGIN NULL; END';
DO $x$ BEGIN EXECUTE 'DROP INDEX not_seen;'; IF true THEN CREATE INDEX seen ON orders (a); END IF; END $x$;
