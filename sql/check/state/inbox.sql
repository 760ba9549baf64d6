SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - min(expires_at)))::bigint, 0), 0::bigint, 0::bigint FROM @table@;
