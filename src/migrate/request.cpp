#include "migrate/request.hpp"

#include "base/duration.hpp"
#include "migrate/bind.hpp"
#include "schema/ddl_reader.hpp"

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

static Result<void> bind_to_schema(const MigrateOptions& options, SideTableRequest& request,
                                   std::vector<std::string>& remarks) {
  const BindOptions bind{
      options.table,         options.tenant_column,  !options.tenant_type.empty(), !options.target_schema.empty(),
      !options.name.empty(), options.beside_existing};
  const Result<DatabaseSchema> database = read_schema(options.schema);
  if (!database) return database.error();
  const Result<std::vector<std::string>> bound = bind_request(*database, bind, request);
  if (!bound) return bound.error();
  remarks.insert(remarks.end(), bound->begin(), bound->end());
  return {};
}

Result<SideTableRequest> request_of(const MigrateOptions& options, std::vector<std::string>& remarks) {
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
  request.security_definer = options.security == "definer";
  request.owner_role = options.owner_role;
  request.app_role = options.app_role;
  request.server_version = options.server_version;
  if (const Result<void> ok = read_durations(options, request); !ok) return ok.error();
  if (const Result<void> ok = check_names(options, request.dialect); !ok) return ok.error();
  if (!options.table.empty() && options.schema.empty() && options.db.empty())
    return Error{ErrorKind::usage, "--table needs the schema it stands in: --schema FILE, --schema DIR or --db URL"};
  if (!options.schema.empty())
    if (const Result<void> ok = bind_to_schema(options, request, remarks); !ok) return ok.error();
  return request;
}

}  // namespace idem
