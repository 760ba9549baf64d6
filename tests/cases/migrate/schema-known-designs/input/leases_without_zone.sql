CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE "IdempotencyRecords" (key varchar(255) PRIMARY KEY, status varchar(20), "lockedAt" timestamp, "lockExpiresAt" timestamp, "expiresAt" timestamp);
