#include "migrate/request.hpp"

#include "base/duration.hpp"
#include "migrate/bind.hpp"
#include "postgres/session.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/inspect_db.hpp"

#include <fmt/core.h>

#include <array>

namespace idem {

static Result<long long> duration_in(const char* option, const std::string& text, Duration least, Duration most,
                                     long long unit_ms) {
  const Result<Duration> parsed = parse_duration(text);
  if (!parsed) return parsed.error().with_context(option);
  if (*parsed < least || *parsed > most)
    return Error{ErrorKind::usage,
                 fmt::format("{}: {} is outside {} to {}", option, to_human(*parsed), to_human(least), to_human(most))};
  return static_cast<long long>(parsed->ms) / unit_ms;
}

static Result<void> read_durations(const MigrateOptions& options, SideTableRequest& request) {
  const struct {
    const char* option;
    const std::string& text;
    Duration least;
    Duration most;
    long long unit_ms;
    long long& into;
  } durations[] = {
      {"--lease", options.lease, seconds(1), days(7), 1000, request.lease},
      {"--retention", options.retention, minutes(1), days(3650), 1000, request.retention},
      {"--tombstone", options.tombstone, seconds(0), days(3650), 1000, request.tombstone},
      {"--lock-timeout", options.lock_timeout, milliseconds(1), minutes(10), 1, request.lock_timeout_ms},
      {"--statement-timeout", options.statement_timeout, milliseconds(1), hours(24), 1, request.statement_timeout_ms},
  };
  for (const auto& duration : durations) {
    const Result<long long> value =
        duration_in(duration.option, duration.text, duration.least, duration.most, duration.unit_ms);
    if (!value) return value.error();
    duration.into = *value;
  }
  return {};
}

// MySQL, MariaDB and SQLite get tables and parameterised statements; what needs PostgreSQL is refused.
static Result<void> read_dialect(const MigrateOptions& options, SideTableRequest& request) {
  if (options.dialect == "postgres") return {};
  request.dialect = options.dialect == "mysql" ? SqlDialect::mysql : SqlDialect::sqlite;
  request.functions = false;
  request.target_schema = options.target_schema;
  request.create_schema = false;
  const std::pair<const char*, bool> needs_postgres[] = {
      {"--schema", !options.schema.empty()},
      {"--db", options.has_db},
      {"--table", !options.table.empty()},
      {"--natural-key", !options.natural_key.empty()},
      {"--partition", !options.partition.empty() && options.partition != "plain"},
      {"--with", !options.with.empty()},
      {"--owner-role", !options.owner_role.empty()},
      {"--app-role", !options.app_role.empty()},
      {"--tenant-type", !options.tenant_type.empty() && options.tenant_type != "text"}};
  for (const auto& [option, given] : needs_postgres)
    if (given)
      return Error{ErrorKind::usage,
                   fmt::format("{} is for PostgreSQL: its grammar and catalogue are read with PostgreSQL's own means, "
                               "there are none for {} yet; name the table with --name",
                               option, options.dialect)};
  return {};
}

static Result<void> read_partition(const MigrateOptions& options, SideTableRequest& request) {
  if (options.partition.empty() || options.partition == "plain") return {};
  if (options.profile != "http") return Error{ErrorKind::usage, "--partition is for profile http"};
  if (options.partition == "daily")
    return Error{ErrorKind::usage,
                 "--partition daily: a primary key of a partitioned table must hold the partition column, so (tenant, "
                 "operation, key) "
                 "would be unique per day only: a request claimed at 23:59:59 and retried at 00:00:01 wins twice, in "
                 "two partitions, "
                 "and the effect happens twice. Instead: --partition plain (one table, batched delete: below about 10 "
                 "million live "
                 "keys), --partition narrow (claims in a plain table, responses by day: large bodies) or --partition "
                 "hash (high write "
                 "rates)"};
  if (options.partition == "hash") {
    if (request.server_version < 13)
      return Error{
          ErrorKind::usage,
          "--partition hash: PostgreSQL 12 has no BEFORE row triggers on partitioned tables; use --partition narrow"};
    request.partition = PartitionMode::hash;
    request.hash_partitions = options.hash_partitions;
    return {};
  }
  request.partition = PartitionMode::narrow_claims;
  if (options.response != "inline" && options.response != "reference")
    return Error{ErrorKind::usage, "--partition narrow keeps responses: --response none does not go with it"};
  request.response = ResponseMode::reference;
  return {};
}

static Result<void> check_names(const MigrateOptions& options, SqlDialect dialect) {
  const std::array<std::pair<const char*, const std::string&>, 4> names{{{"--target-schema", options.target_schema},
                                                                         {"--name", options.name},
                                                                         {"--owner-role", options.owner_role},
                                                                         {"--app-role", options.app_role}}};
  for (const auto& [option, name] : names) {
    if (name.empty()) continue;
    if (const Result<void> ok = check_identifier(name, dialect); !ok) return ok.error().with_context(option);
  }
  return {};
}

// The types a tenant column may have; they go into statements as they stand here.
static bool is_tenant_type(const std::string& type) { return type == "text" || type == "uuid" || type == "bigint"; }

static Result<void> bind_to_schema(const MigrateOptions& options, const DatabaseSchema& legacy,
                                   SideTableRequest& request, std::vector<std::string>& remarks) {
  const BindOptions bind{
      options.table,         options.tenant_column,  !options.tenant_type.empty(), !options.target_schema.empty(),
      !options.name.empty(), options.beside_existing};
  const Result<std::vector<std::string>> bound = bind_request(legacy, bind, request);
  if (!bound) return bound.error();
  remarks.insert(remarks.end(), bound->begin(), bound->end());
  return {};
}

Result<std::optional<DatabaseSchema>> legacy_schema(const MigrateOptions& options, int& server_version) {
  if (!options.schema.empty() && options.has_db) return Error{ErrorKind::usage, "--schema and --db: give one of them"};
  if (!options.schema.empty()) {
    Result<DatabaseSchema> read = read_schema(options.schema);
    if (!read) return read.error();
    return std::optional<DatabaseSchema>{std::move(*read)};
  }
  if (!options.has_db) return std::optional<DatabaseSchema>{};
  Result<Session> session = Session::open(options.db);
  if (!session) return session.error().with_context("--db");
  server_version = session->server_version() / 10000;
  if (server_version < 12)
    return Error{ErrorKind::usage,
                 fmt::format("--db: PostgreSQL {} is older than 12, the oldest supported", server_version)};
  Result<DatabaseSchema> read = inspect_database(*session);
  if (!read) return read.error().with_context("--db");
  return std::optional<DatabaseSchema>{std::move(*read)};
}

Result<SideTableRequest> request_of(const MigrateOptions& options, const std::optional<DatabaseSchema>& legacy,
                                    std::vector<std::string>& remarks) {
  SideTableRequest request;
  request.profile = options.profile;
  request.name = options.name;
  if (!options.target_schema.empty()) {
    request.target_schema = options.target_schema;
    request.create_schema = request.target_schema != "public";
  }
  if (!options.tenant_type.empty()) {
    if (!is_tenant_type(options.tenant_type))
      return Error{ErrorKind::usage,
                   fmt::format("--tenant-type: {} is none of text, uuid, bigint", options.tenant_type)};
    request.tenant_type = options.tenant_type;
  }
  request.response = options.response == "inline"      ? ResponseMode::inline_body
                     : options.response == "reference" ? ResponseMode::reference
                                                       : ResponseMode::none;
  request.functions = options.functions == "all";
  for (const std::string& extension : options.with) (extension == "pg_cron" ? request.cron : request.partman) = true;
  request.security_definer = options.security == "definer";
  request.owner_role = options.owner_role;
  request.app_role = options.app_role;
  request.server_version = options.server_version;
  if (const Result<void> ok = read_dialect(options, request); !ok) return ok.error();
  if (const Result<void> ok = read_partition(options, request); !ok) return ok.error();
  if (const Result<void> ok = read_durations(options, request); !ok) return ok.error();
  if (const Result<void> ok = check_names(options, request.dialect); !ok) return ok.error();
  if (!options.table.empty() && options.schema.empty() && !options.has_db)
    return Error{ErrorKind::usage, "--table needs the schema it stands in: --schema FILE, --schema DIR or --db URL"};
  if (legacy)
    if (const Result<void> ok = bind_to_schema(options, *legacy, request, remarks); !ok) return ok.error();
  return request;
}

}  // namespace idem
