CREATE TABLE IF NOT EXISTS @table@ (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  idempotency_key TEXT NOT NULL,
  aggregate TEXT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  created_at INTEGER NOT NULL,
  published_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX IF NOT EXISTS @id:_unpublished_idx@ ON @table@ (position) WHERE published_at IS NULL;
CREATE INDEX IF NOT EXISTS @id:_key_idx@ ON @table@ (idempotency_key);
