#include "migrate/profile.hpp"

#include "base/resources.hpp"
#include "migrate/care.hpp"
#include "migrate/objects.hpp"
#include "migrate/render_sql.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> all{
      {"http",
       "requests with an idempotency key: claim, lease, stored response, expiry",
       {{"table", "idempotency_record", ""}}},
      {"agent",
       "an agent's tool calls: one invocation per request, every execution counted",
       {{"table", "agent_invocation", ""}, {"execution", "agent_execution", "_execution"}}},
      {"action", "tool actions that a person approves before they run", {{"table", "tool_actions", ""}}},
      {"inbox", "messages a consumer has processed", {{"table", "processed_messages", ""}}},
      {"outbox", "events written with the business rows and published later", {{"table", "outbox_event", ""}}},
      {"workflow",
       "runs whose steps take effect once each",
       {{"table", "workflow_run", ""}, {"step", "workflow_step", "_step"}}},
  };
  return all;
}

const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : profiles())
    if (profile.name == name) return &profile;
  return nullptr;
}

static const char* folder_of(SqlDialect dialect) {
  switch (dialect) {
    case SqlDialect::postgres:
      return "sql/side_table";
    case SqlDialect::mysql:
      return "sql/side_table_mysql";
    case SqlDialect::sqlite:
      return "sql/side_table_sqlite";
  }
  return "";
}

static std::string interval(long long seconds) { return fmt::format("interval '{} seconds'", seconds); }

// One statement a hash partition; their number is fixed when the table is made.
static std::string hash_partitions(const SideTableRequest& request, const std::string& base) {
  std::string out;
  SqlValues with;
  with.values["parent"] = quote_qualified(request.target_schema, base);
  with.values["modulus"] = std::to_string(request.hash_partitions);
  for (int i = 0; i < request.hash_partitions; ++i) {
    with.values["child"] = quote_qualified(request.target_schema, derive_identifier(base, fmt::format("_p{}", i)));
    with.values["remainder"] = std::to_string(i);
    out += render_sql(resource("sql/partition/hash_child.sql"), with);
  }
  if (!out.empty()) out.pop_back();
  return out;
}

static std::string tenant_comment(const SideTableRequest& request) {
  if (!request.constant_tenant.empty())
    return fmt::format("This schema has one tenant: every caller passes the constant {}.", request.constant_tenant);
  return "The authenticated tenant or caller, never one the request claims to be.";
}

static SqlValues values_for(const SideTableRequest& request, const Profile& profile) {
  const SqlDialect dialect = request.dialect;
  SqlValues with;
  with.dialect = dialect;
  with.schema = request.target_schema;
  with.base = request.name.empty() ? profile.tables[0].name : request.name;
  for (const ProfileTable& table : profile.tables) {
    const std::string name = request.name.empty() ? table.name : derive_identifier(request.name, table.suffix, dialect);
    const std::string qualified = quote_qualified(request.target_schema, name, dialect);
    with.values[table.placeholder] = qualified;
    with.values[fmt::format("{}_literal", table.placeholder)] = quote_literal(qualified, dialect);
  }
  auto& values = with.values;
  values["schema"] = quote_identifier(request.target_schema.empty() ? "main" : request.target_schema, dialect);
  values["table_comment"] = quote_literal(
      fmt::format("idem {} {}: idempotency side table, made by idem migrate; no foreign key to any business table.",
                  profile.name, kLayoutVersion),
      dialect);
  values["tenant_comment"] = quote_literal(tenant_comment(request), dialect);
  values["tenant_type"] = request.tenant_type;
  values["lock_timeout"] = fmt::format("'{}ms'", request.lock_timeout_ms);
  values["statement_timeout"] = fmt::format("'{}ms'", request.statement_timeout_ms);
  values["lease"] = interval(request.lease);
  values["retention"] = interval(request.retention);
  values["tombstone_retention"] = interval(request.tombstone);
  values["lease_seconds"] = std::to_string(request.lease);
  values["retention_seconds"] = std::to_string(request.retention);
  values["tombstone_seconds"] = std::to_string(request.tombstone);
  values["security"] = request.security_definer ? "SECURITY DEFINER" : "SECURITY INVOKER";
  // Version 12 has no gen_random_uuid of its own. A fencing token must be unlike the last one, not secret.
  values["new_token"] = request.server_version >= 13
                            ? "gen_random_uuid()"
                            : "md5(random()::text || clock_timestamp()::text || pg_backend_pid()::text)::uuid";
  values["body_arg"] = request.response == ResponseMode::inline_body ? "bytea, "
                       : request.response == ResponseMode::reference ? "text, "
                                                                     : "";
  values["owner_role"] = quote_identifier(request.owner_role, dialect);
  const bool makes_tables = request.create_schema || request.partition == PartitionMode::narrow_claims;
  values["owner_rights"] = makes_tables ? "USAGE, CREATE" : "USAGE";
  values["owner_role_literal"] = quote_literal(values["owner_role"], dialect);
  values["app_role"] = quote_identifier(request.app_role, dialect);
  if (request.partition == PartitionMode::hash) {
    with.flags.insert("hash");
    values["hash_partitions"] = hash_partitions(request, with.base);
  } else {
    values["hash_partitions"] = "";
  }
  values["schema_literal"] = quote_literal(request.target_schema, dialect);
  values["response_prefix_literal"] =
      quote_literal(cut_identifier(derive_identifier(with.base, "_response_", dialect), 55), dialect);  // 8 for the day
  values["response_literal"] =
      quote_literal(quote_qualified(request.target_schema, derived_name(with, "_response"), dialect), dialect);
  values["split_literal"] =
      values[request.partition == PartitionMode::narrow_claims ? "response_literal" : "table_literal"];
  if (request.response == ResponseMode::inline_body) with.flags.insert("inline");
  if (request.response == ResponseMode::reference) with.flags.insert("reference");
  if (request.functions) with.flags.insert("functions");
  if (request.create_schema) with.flags.insert("create_schema");
  if (!request.partman) with.flags.insert("own_days");
  return with;
}

// All templates of a folder with one direction, in the order of their numbers.
static std::string rendered(const std::string& folder, std::string_view direction, const SqlValues& with) {
  std::vector<Resource> files = resources_below(folder);
  std::erase_if(files, [&](const Resource& file) { return !file.path.ends_with(direction); });
  if (direction == ".down.sql") std::reverse(files.begin(), files.end());
  std::string out;
  for (const Resource& file : files) {
    const std::string text = render_sql(file.text, with);
    if (text.find_first_not_of(" \n") == std::string::npos) continue;
    if (!out.empty()) out += "\n";
    out += text;
  }
  return out;
}

static std::string seconds_text(long long milliseconds) {
  return milliseconds % 1000 == 0 ? fmt::format("{} s", milliseconds / 1000) : fmt::format("{} ms", milliseconds);
}

static std::vector<std::string> head_notes(const SideTableRequest& request, const SqlValues& with,
                                           const Profile& profile) {
  const std::string table = with.values.at("table");
  std::vector<std::string> notes;
  notes.push_back(fmt::format("What it does: creates {} ({}){}, and nothing else.", table, profile.summary,
                              request.functions ? " with the functions that work on it" : ""));
  if (request.core)
    notes.push_back(fmt::format("Made to fit {}, which is neither read, locked nor changed.",
                                quote_qualified(request.core->schema, request.core->name, request.dialect)));
  if (request.dialect == SqlDialect::postgres) {
    notes.push_back("Locks: ACCESS EXCLUSIVE on the new objects alone. No table that exists is locked, rewritten or");
    notes.push_back("  referenced: there is no foreign key, the link to a business row is plain text.");
    notes.push_back(fmt::format("How long: catalogue rows only, milliseconds; at most {} a statement, {} for a lock.",
                                seconds_text(request.statement_timeout_ms), seconds_text(request.lock_timeout_ms)));
  } else {
    notes.push_back(
        "Locks: on the new objects alone. There is no foreign key, the link to a business row is plain text.");
    notes.push_back("How long: milliseconds, whatever the size of the tables that exist.");
  }
  notes.push_back("Again: running it twice changes nothing; it locks the side table itself for that moment.");
  notes.push_back(
      "Undo: the down script drops what this one creates, with every key in it; requests still being retried");
  notes.push_back("  would then run again. It takes no lock on any other table.");
  return notes;
}

std::string slug_of(const std::string& name) {
  std::string slug;
  for (const char c : name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool plain = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (plain) slug += lower;
    if (!plain && !slug.empty() && slug.back() != '_') slug += '_';
  }
  while (!slug.empty() && slug.back() == '_') slug.pop_back();
  return slug;
}

Result<Migration> side_table_migration(const SideTableRequest& request) {
  const Profile* profile = find_profile(request.profile);
  if (profile == nullptr) return Error{ErrorKind::usage, fmt::format("there is no profile \"{}\"", request.profile)};
  for (const std::string& name : {request.target_schema, request.name, request.owner_role, request.app_role})
    if (name.find("$idem$") != std::string::npos)
      return Error{ErrorKind::usage,
                   "a name with $idem$ in it would end our function bodies; choose another with --name"};
  const SqlValues with = values_for(request, *profile);
  const std::string folder = fmt::format("{}/{}/", folder_of(request.dialect), profile->name);
  const std::string common = fmt::format("{}/common/", folder_of(request.dialect));
  Script script;
  const std::string slug = slug_of(with.base);
  script.slug = fmt::format("create_{}", slug.empty() ? profile->tables[0].name : slug);
  script.title = fmt::format("Idempotency side table, profile {}", profile->name);
  script.lock_timeout_ms = request.lock_timeout_ms;
  script.notes = head_notes(request, with, *profile);
  script.down_notes = {"Locks: ACCESS EXCLUSIVE on what it drops; no other table, since nothing refers to one.",
                       "What is lost: every key; requests that are still being retried would run again."};
  script.up = rendered(common + "before/", ".up.sql", with);
  std::string body = rendered(folder, ".up.sql", with);
  const bool narrow = request.partition == PartitionMode::narrow_claims;
  if (narrow) body += "\n" + rendered("sql/partition/narrow/", ".up.sql", with);
  if (body.empty())
    return Error{ErrorKind::usage,
                 fmt::format("profile {} is not there for this dialect yet; postgres has it", profile->name)};
  script.up += (script.up.empty() ? "" : "\n") + body;
  script.down = rendered(common + "before/", ".down.sql", with);
  script.down += (script.down.empty() ? "" : "\n") +
                 (narrow ? rendered("sql/partition/narrow/", ".down.sql", with) + "\n" : "") +
                 rendered(folder, ".down.sql", with);
  const std::vector<DroppedObject> objects = dropped_objects(script.down);
  for (const std::string& more :
       {comment_statements(objects, script.up, with), role_statements(request, objects, with)})
    if (!more.empty()) script.up += "\n" + more;
  for (const ProfileTable& table : profile->tables)
    script.tables.push_back(request.target_schema + "." +
                            (request.name.empty() ? std::string{table.name}
                                                  : derive_identifier(request.name, table.suffix, request.dialect)));
  Migration migration;
  migration.dialect = request.dialect;
  migration.scripts.push_back(std::move(script));
  if (const Result<void> added = add_care_scripts(request, *profile, with, migration); !added) return added.error();
  return migration;
}

Result<std::string> snippet_text(const SideTableRequest& request, std::string_view name) {
  if (request.profile != "http") return Error{ErrorKind::usage, "--snippet is for profile http"};
  const char* folder = request.dialect == SqlDialect::mysql    ? "mysql/"
                       : request.dialect == SqlDialect::sqlite ? "sqlite/"
                                                               : "";
  if (*folder == '\0' && !request.functions)
    return Error{ErrorKind::usage, "--snippet uses the functions that --functions none leaves out"};
  return render_sql(resource(fmt::format("sql/snippets/{}{}.sql", folder, name)),
                    values_for(request, *find_profile("http")));
}

}  // namespace idem
