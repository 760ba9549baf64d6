#pragma once

#include "base/result.hpp"
#include "base/sql_quote.hpp"

#include <optional>
#include <string>
#include <vector>

namespace idem {

// How the first response is kept.
enum class ResponseMode { inline_body, reference, none };

// How the side table is split (§ partitions of `idem migrate --help`).
enum class PartitionMode { plain, narrow_claims, hash };

// An existing business table that a side table is made to fit. It is read, never touched.
struct CoreTable {
  std::string schema;
  std::string name;
  std::string key_type;       // of its primary key column, "" where it has none or several
  std::string tenant_column;  // "" for none
  std::string tenant_type;
};

// Everything the user decided about a side table, checked. Durations are in seconds, timeouts in milliseconds.
struct SideTableRequest {
  std::string profile = "http";
  SqlDialect dialect = SqlDialect::postgres;
  std::string target_schema = "public";
  std::string name;  // of the main table; the profile's own where empty
  std::string tenant_type = "text";
  std::string constant_tenant;  // what single-tenant callers pass; empty where the schema has tenants
  ResponseMode response = ResponseMode::inline_body;
  PartitionMode partition = PartitionMode::plain;
  int hash_partitions = 16;
  bool functions = true;
  bool cron = false;     // pg_cron calls the reaper
  bool partman = false;  // pg_partman makes and drops the days of the responses
  bool security_definer = false;
  bool create_schema = false;  // the target schema is not known to exist
  std::string owner_role;
  std::string app_role;
  long long lease = 5 * 60;
  long long retention = 24 * 3600;
  long long tombstone = 90LL * 24 * 3600;
  long long lock_timeout_ms = 2000;
  long long statement_timeout_ms = 30000;
  int server_version = 13;  // the oldest major version the files must run on
  std::optional<CoreTable> core;
};

// One migration: what a tool applies and takes back as a whole.
struct Script {
  std::string slug;                     // snake_case, for file names: "create_idempotency_record"
  std::string title;                    // one line for people
  std::vector<std::string> notes;       // lines of the head comment: what, locks, how long, undo
  std::vector<std::string> down_notes;  // those above the way back: locks, what is lost
  std::string up;                       // statements, without BEGIN and COMMIT
  std::string psql_up;                  // a safer `up` where psql is known to run it; empty for none
  std::string down;
  std::vector<std::string>
      tables;                 // "schema.table" it creates, unquoted, for tools that must be told to leave them alone
  bool transactional = true;  // false: `up` and `down` are one statement each, outside any transaction
  long long lock_timeout_ms = 2000;  // of a script that is not transactional; the others set their own
};

struct Migration {
  SqlDialect dialect = SqlDialect::postgres;
  std::vector<Script> scripts;       // in the order they are applied
  std::vector<std::string> remarks;  // for stderr: decisions the reader should know of
};

// A name for files and classes: lower case, digits and single underscores; empty where nothing of it can stand.
std::string slug_of(const std::string& name);

}  // namespace idem
