CREATE TABLE IF NOT EXISTS @table@ (
  consumer_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  event_id VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  processed_at DATETIME(6) NOT NULL,
  expires_at DATETIME(6) NOT NULL,
  PRIMARY KEY (consumer_name, event_id),
  KEY @id:_expires_idx@ (expires_at)
) ENGINE = InnoDB COMMENT = @table_comment@;
