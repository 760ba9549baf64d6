#pragma once

#include "migrate/plan.hpp"
#include "schema/schema.hpp"

#include <optional>
#include <string>
#include <vector>

namespace idem {

// The options of `idem migrate` as written on the command line; empty means not given.
struct MigrateOptions {
  std::string profile = "http";
  std::string dialect = "postgres";
  std::string schema;   // DDL file or folder
  std::string db;       // connection URL; an empty one leaves everything to libpq's environment
  bool has_db = false;  // --db was given
  std::string table;
  std::string tenant_column;
  std::string tenant_type;
  std::string name;
  std::string target_schema;
  std::string retention = "24h";
  std::string tombstone = "90d";
  std::string lease = "5m";
  std::string response = "inline";
  std::string functions = "all";
  std::string security = "invoker";
  std::string owner_role;
  std::string app_role;
  std::string partition;
  int hash_partitions = 16;
  std::vector<std::string> with;  // extensions that look after the table: pg_cron, pg_partman
  std::string natural_key;
  std::string snippet;
  std::string lock_timeout = "2s";
  std::string statement_timeout = "30s";
  std::string tool = "plain";
  std::string after;  // --after: the revision to follow, for tools that chain them
  std::string out_dir;
  std::string output;
  int server_version = 13;
  bool side_table = false;
  bool beside_existing = false;
  bool down = false;
};

// What --schema or --db holds; nothing where neither is given.
Result<std::optional<DatabaseSchema>> legacy_schema(const MigrateOptions& options, int& server_version);

// The options checked and turned into a request, fitted to the schema or the database where one is named. `remarks`
// gets what the user should know.
Result<SideTableRequest> request_of(const MigrateOptions& options, const std::optional<DatabaseSchema>& legacy,
                                    std::vector<std::string>& remarks);

}  // namespace idem
