CREATE TABLE IF NOT EXISTS @table@ (
  consumer_name TEXT NOT NULL CHECK (length(consumer_name) BETWEEN 1 AND 255),
  event_id TEXT NOT NULL CHECK (length(event_id) BETWEEN 1 AND 255),
  processed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (consumer_name, event_id)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS @id:_expires_idx@ ON @table@ (expires_at);
