CREATE TABLE pay (id bigint, at timestamptz, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE EVENT TRIGGER rewrite_serials ON ddl_command_end EXECUTE FUNCTION f();
