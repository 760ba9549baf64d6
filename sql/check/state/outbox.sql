-- Seconds that the oldest unpublished event waits for the publisher.
SELECT coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(created_at)))::bigint FROM @table@ WHERE published_at IS NULL), 0),
       0::bigint, 0::bigint;
