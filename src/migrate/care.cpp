#include "migrate/care.hpp"

#include "base/resources.hpp"

#include <fmt/core.h>

#include <vector>

namespace idem {

namespace {

struct Job {
  const char* function;  // suffix of the function it calls
  const char* schedule;  // crontab
  const char* argument;
};

// Batches of 10,000 a minute are 14 million a day.
std::vector<Job> jobs_of(const SideTableRequest& request) {
  std::vector<Job> jobs;
  if (request.profile == "action") return jobs;
  if (request.profile == "http") jobs.push_back({"_tombstone", "* * * * *", "10000"});
  jobs.push_back({"_reap", "* * * * *", "10000"});
  if (request.partition == PartitionMode::narrow_claims && !request.partman) {
    jobs.push_back({"_response_days", "7 * * * *", ""});
    jobs.push_back({"_response_drop", "37 0 * * *", ""});
  }
  return jobs;
}

Script script_of(const char* file, const std::string& slug, const std::string& title, std::vector<std::string> notes,
                 const SqlValues& with, const SideTableRequest& request) {
  Script script;
  script.slug = slug;
  script.title = title;
  script.notes = std::move(notes);
  script.up = render_sql(resource(fmt::format("sql/care/{}.up.sql", file)), with);
  script.down = render_sql(resource(fmt::format("sql/care/{}.down.sql", file)), with);
  script.lock_timeout_ms = request.lock_timeout_ms;
  return script;
}

Result<void> add_cron(const SideTableRequest& request, SqlValues with, const std::string& slug, Migration& migration) {
  const std::vector<Job> jobs = jobs_of(request);
  if (jobs.empty() || !request.functions)
    return Error{ErrorKind::usage, jobs.empty()
                                       ? "--with pg_cron: approved actions are evidence, no schedule deletes them; "
                                         "call the reap function of profile action where they may go"
                                       : "--with pg_cron calls the functions that --functions none leaves out"};
  std::string calls;
  std::string names;
  for (const Job& job : jobs) {
    const std::string name = quote_literal(fmt::format("idem {}.{} {}", with.schema, with.base, job.function + 1));
    SqlValues each;
    each.values["job_name"] = name;
    each.values["schedule"] = quote_literal(job.schedule);
    each.values["command"] = quote_literal(
        fmt::format("SELECT {}({})", quote_qualified(with.schema, derived_name(with, job.function)), job.argument));
    calls += render_sql(resource("sql/care/pg_cron_job.sql"), each);
    names += (names.empty() ? "" : ", ") + name;
  }
  calls.pop_back();
  with.values["jobs"] = calls;
  with.values["job_names"] = names;
  migration.scripts.push_back(
      script_of("pg_cron", "schedule_" + slug, fmt::format("pg_cron looks after {}", with.values.at("table")),
                {"Locks: none on any table but pg_cron's own.",
                 "Needs the extension pg_cron in this database. Undo: unschedules these jobs and no other."},
                with, request));
  return {};
}

Result<void> add_partman(const SideTableRequest& request, SqlValues with, const std::string& slug,
                         Migration& migration) {
  if (request.partition != PartitionMode::narrow_claims)
    return Error{ErrorKind::usage,
                 "--with pg_partman keeps responses by day: it goes with --partition narrow, claims are never split by "
                 "time"};
  const std::string name = derived_name(with, "_response");
  // Its own functions put names into statements without quoting them.
  for (const char c : request.target_schema + name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == ' ' || static_cast<unsigned char>(c) >= 0x80;
    if (!plain)
      return Error{ErrorKind::usage,
                   "--with pg_partman: it cannot take a schema or table whose name holds more than letters, digits, "
                   "blanks and _; choose another --name or --target-schema"};
  }
  with.values["parent_name_literal"] = quote_literal(request.target_schema + "." + name);
  with.values["retention_text"] = quote_literal(fmt::format("{} seconds", request.retention));
  migration.scripts.push_back(script_of(
      "pg_partman", "partition_" + slug, "pg_partman makes and drops the days of the responses",
      {"Locks: ACCESS EXCLUSIVE on the new response table alone.",
       "Needs the extension pg_partman, and its maintenance to run: its background worker, or",
       "  run_maintenance_proc called by pg_cron. Undo: pg_partman forgets the table; dropping it comes after."},
      with, request));
  return {};
}

}  // namespace

Result<void> add_care_scripts(const SideTableRequest& request, const Profile& profile, const SqlValues& with,
                              Migration& migration) {
  std::string slug = slug_of(with.base);
  if (slug.empty()) slug = profile.tables[0].name;
  if (request.partman)
    if (Result<void> added = add_partman(request, with, slug, migration); !added) return added;
  if (request.cron)
    if (Result<void> added = add_cron(request, with, slug, migration); !added) return added;
  return {};
}

}  // namespace idem
