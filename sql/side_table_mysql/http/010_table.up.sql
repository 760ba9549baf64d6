-- Times are UTC (UTC_TIMESTAMP(6)), whatever the session's time zone. Names of keys compare byte by byte.
CREATE TABLE IF NOT EXISTS @table@ (
  tenant_id VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  operation VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  key_digest BINARY(32) NOT NULL,
  idempotency_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  request_fingerprint VARBINARY(64) NOT NULL,
  fingerprint_version BIGINT NOT NULL DEFAULT 1,
  state VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'PROCESSING',
  owner_token CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  attempts BIGINT NOT NULL DEFAULT 1,
  effect_started_at DATETIME(6),
  resource_type VARCHAR(255),
  resource_id VARCHAR(255),
  response_status INT,
  response_headers LONGTEXT,
--@if inline
  response_body LONGBLOB,
--@end
--@if reference
  response_body_ref TEXT,
--@end
  created_at DATETIME(6) NOT NULL,
  locked_until DATETIME(6),
  completed_at DATETIME(6),
  expires_at DATETIME(6) NOT NULL,
  tombstone BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (tenant_id, operation, key_digest),
  KEY @id:_expires_idx@ (expires_at),
  KEY @id:_lease_idx@ (state, locked_until),
  KEY @id:_resource_idx@ (resource_type, resource_id),
  CONSTRAINT @id:_state_check@ CHECK (state IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW')),
  CONSTRAINT @id:_lease_check@ CHECK (state <> 'PROCESSING' OR (owner_token IS NOT NULL AND locked_until IS NOT NULL)),
  CONSTRAINT @id:_final_check@ CHECK (state NOT IN ('SUCCEEDED', 'FAILED_FINAL') OR completed_at IS NOT NULL)
) ENGINE = InnoDB COMMENT = @table_comment@;
