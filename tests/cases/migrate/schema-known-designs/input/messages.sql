CREATE TABLE "InboxState" ("Id" bigserial PRIMARY KEY, "MessageId" uuid NOT NULL, "ConsumerId" uuid NOT NULL, "LockId" uuid NOT NULL, "Consumed" timestamptz, UNIQUE ("MessageId", "ConsumerId"));
CREATE SCHEMA app;
CREATE TABLE app."OutboxMessages" ("Id" uuid PRIMARY KEY, "Type" text, "Data" text, "ProcessedDate" timestamptz);
