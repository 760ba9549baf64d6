-- Seconds that the oldest unpublished event waits for the publisher.
SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE published_at IS NULL)))::bigint, 0),
       0::bigint, 0::bigint
FROM @table@;
