CREATE TABLE IF NOT EXISTS @table@ (
  position BIGINT NOT NULL AUTO_INCREMENT,
  event_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  idempotency_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  aggregate VARCHAR(255) NOT NULL,
  type VARCHAR(255) NOT NULL,
  payload LONGTEXT NOT NULL,
  created_at DATETIME(6) NOT NULL,
  published_at DATETIME(6),
  attempts BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (position),
  UNIQUE KEY @id:_event_key@ (event_id),
  KEY @id:_unpublished_idx@ (published_at, position),
  KEY @id:_key_idx@ (idempotency_key)
) ENGINE = InnoDB COMMENT = @table_comment@;
