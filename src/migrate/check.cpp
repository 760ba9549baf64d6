// The generated SQL is the description: it is read by our own DDL reader, and the live catalogue must say the same.
#include "migrate/check.hpp"

#include "base/duration.hpp"
#include "base/resources.hpp"
#include "base/terminal.hpp"
#include "migrate/check_expected.hpp"
#include "migrate/objects.hpp"
#include "migrate/profile.hpp"
#include "migrate/render_sql.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/inspect_db.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace idem {

namespace {

struct Found {
  std::string schema;
  std::string name;
  std::string profile;
  int layout = 0;
  std::string title() const { return printable(schema + "." + name); }
};

// "idem http 1: ..." in a table's comment.
Found found_of(std::string_view schema, std::string_view name, std::string_view comment) {
  Found found{std::string{schema}, std::string{name}, "", 0};
  comment.remove_prefix(std::string_view{"idem "}.size());
  const std::size_t space = comment.find(' ');
  found.profile = comment.substr(0, space);
  comment.remove_prefix(space + 1);
  (void)std::from_chars(comment.data(), comment.data() + comment.size(), found.layout);
  return found;
}

class Checker {
 public:
  Checker(Session& session, const DatabaseSchema& live, const Found& found, const CheckOptions& options,
          CheckReport& report)
      : m_session(session), m_live(live), m_found(found), m_options(options), m_report(report) {}

  Result<void> run() {
    const std::string days = quote_qualified(m_found.schema, derive_identifier(m_found.name, "_response_days"));
    const Result<Rows> own_days = ask("function_state", {days + "(integer)"});
    if (!own_days) return own_days.error();
    m_partman = own_days->size() == 0;
    if (m_found.layout != kLayoutVersion)
      tell("version", fmt::format("was made by layout {}, this idem writes layout {}", m_found.layout, kLayoutVersion),
           true);
    const Result<Migration> expected = side_table_migration(request());
    if (!expected) return expected.error();
    const Script& script = expected->scripts[0];
    DatabaseSchema wanted;
    read_ddl(script.up, "", wanted);
    for (const Table& table : wanted.tables)
      if (table.partition_of.empty()) compare(table);
    if (Result<void> done = parts(script); !done) return done;
    if (Result<void> done = partitions(); !done) return done;
    return state();
  }

 private:
  void tell(const char* kind, std::string message, bool drift) {
    m_report.items.push_back({m_found.title(), kind, std::move(message), drift});
  }

  // What cannot be known from the comment is taken from the table itself: then only the rest can differ.
  SideTableRequest request() const {
    SideTableRequest request;
    request.profile = m_found.profile;
    request.target_schema = m_found.schema;
    // Under the profile's own name its other tables have names of their own too.
    const bool renamed = m_found.name != find_profile(m_found.profile)->tables[0].name;
    if (renamed) request.name = m_found.name;
    const Table* table = m_live.find_table(m_found.schema, m_found.name);
    const Column* tenant = table->find_column("tenant_id");
    if (tenant != nullptr && (tenant->type == "uuid" || tenant->type == "bigint")) request.tenant_type = tenant->type;
    request.response = table->find_column("response_body") != nullptr       ? ResponseMode::inline_body
                       : table->find_column("response_body_ref") != nullptr ? ResponseMode::reference
                                                                            : ResponseMode::none;
    if (table->partition_strategy == "hash") request.partition = PartitionMode::hash;
    const Table* responses = m_live.find_table(m_found.schema, responses_name());
    if (responses != nullptr && responses->comment.starts_with("idem responses"))
      request.partition = PartitionMode::narrow_claims;
    request.partman = m_partman && request.partition == PartitionMode::narrow_claims;
    return request;
  }

  std::string responses_name() const { return derive_identifier(m_found.name, "_response"); }

  void compare(const Table& wanted) {
    const Table* live = m_live.find_table(wanted.schema, wanted.name);
    const std::string name = printable(wanted.schema + "." + wanted.name);
    if (live == nullptr) return tell("missing", fmt::format("the table {} is not there", name), true);
    for (const Column& column : wanted.columns) {
      const Column* there = live->find_column(column.name);
      if (there == nullptr) {
        tell("column",
             fmt::format("{}.{} is missing ({}{})", name, column.name, column.type, column.not_null ? " NOT NULL" : ""),
             true);
        continue;
      }
      if (there->type != column.type)
        tell("column", fmt::format("{}.{} is {}, expected {}", name, column.name, printable(there->type), column.type),
             true);
      if (there->not_null != column.not_null)
        tell("column",
             fmt::format("{}.{} {}, expected the contrary", name, column.name,
                         there->not_null ? "is NOT NULL" : "may be NULL"),
             true);
    }
    for (const Column& column : live->columns)
      if (wanted.find_column(column.name) == nullptr)
        tell("column", fmt::format("{}.{} is not ours", name, printable(column.name)), true);
    for (const UniqueKey& key : wanted.unique_keys) {
      const auto same = [&](const UniqueKey& there) {
        return there.columns == key.columns && there.primary == key.primary && there.partial == key.partial;
      };
      const auto there = std::find_if(live->unique_keys.begin(), live->unique_keys.end(), same);
      const std::string columns = fmt::format("{}", fmt::join(key.columns, ", "));
      if (there == live->unique_keys.end())
        tell("key", fmt::format("{} is not unique over ({}): one key can be claimed twice", name, columns), true);
      else if (!there->valid)
        tell("key",
             fmt::format("the unique index of {} over ({}) is INVALID: one key can be claimed twice", name, columns),
             true);
    }
  }

  Result<Rows> ask(const char* file, const Session::Parameters& parameters) {
    return m_session.query(std::string{resource(fmt::format("sql/check/{}.sql", file))}, parameters);
  }

  Result<void> parts(const Script& script) {
    const Result<ExpectedParts> expected = expected_parts(script.up);
    if (!expected) return expected.error();
    for (const ExpectedParts::OnTable& index : expected->indexes) {
      const Result<Rows> rows = ask("index_state", {quote_qualified(m_found.schema, index.name)});
      if (!rows) return rows.error();
      if (rows->is_null(0, 0))
        tell("index", fmt::format("the index {} is not there", printable(index.name)), true);
      else if (!rows->truth(0, 0))
        tell("index", fmt::format("the index {} is INVALID", printable(index.name)), true);
    }
    for (const ExpectedParts::OnTable& check : expected->checks) {
      const Result<Rows> rows = ask("constraint_state", {check.table, check.name});
      if (!rows) return rows.error();
      if (rows->size() == 0)
        tell("constraint", fmt::format("the check {} is not there", printable(check.name)), true);
      else if (!rows->truth(0, 0))
        tell("constraint", fmt::format("the check {} is not validated", printable(check.name)), true);
    }
    if (Result<void> done = views(script.down); !done) return done;
    return functions(script.down, *expected);
  }

  Result<void> views(const std::string& down) {
    for (const DroppedObject& object : dropped_objects(down)) {
      if (object.kind != "VIEW") continue;
      const Result<Rows> rows = ask("view_state", {object.object});
      if (!rows) return rows.error();
      if (!rows->truth(0, 0)) tell("view", fmt::format("the view {} is not there", printable(object.object)), true);
    }
    return {};
  }

  // Functions and triggers count as wanted when one function is there: --functions none leaves all of them out.
  Result<void> functions(const std::string& down, const ExpectedParts& expected) {
    std::vector<CheckItem> wrong;
    bool any = false;
    const auto add = [&](std::string message) {
      wrong.push_back({m_found.title(), "function", std::move(message), true});
    };
    for (const DroppedObject& object : dropped_objects(down)) {
      if (object.kind != "FUNCTION") continue;
      const std::string name = printable(object.object);
      const Result<Rows> rows = ask("function_state", {object.object});
      if (!rows) return rows.error();
      if (rows->size() == 0) {
        add(fmt::format("the function {} is not there", name));
        continue;
      }
      any = true;
      for (const ExpectedParts::Function& function : expected.functions)
        if (object.object.starts_with(function.function + "(") && comparable_body(rows->text(0, 0)) != function.body)
          add(fmt::format("the function {} is not as this idem writes it", name));
      if (!rows->truth(0, 1)) add(fmt::format("the function {} has no search_path of its own", name));
      if (rows->truth(0, 2))
        add(fmt::format("the function {} runs with its owner's rights, and everybody may call it", name));
    }
    if (!any) return {};
    m_report.items.insert(m_report.items.end(), wrong.begin(), wrong.end());
    for (const ExpectedParts::OnTable& trigger : expected.triggers) {
      const Result<Rows> rows = ask("trigger_state", {trigger.table, trigger.name});
      if (!rows) return rows.error();
      if (rows->size() == 0)
        tell("trigger", fmt::format("the trigger {} is not there: forbidden changes pass", printable(trigger.name)),
             true);
      else if (!rows->truth(0, 0))
        tell("trigger", fmt::format("the trigger {} is switched off: forbidden changes pass", printable(trigger.name)),
             true);
    }
    return {};
  }

  Result<void> partitions() {
    const SideTableRequest as_found = request();
    if (as_found.partition == PartitionMode::hash) {
      const Result<Rows> rows = ask("hash_state", {quote_qualified(m_found.schema, m_found.name)});
      if (!rows) return rows.error();
      if (!rows->truth(0, 0)) tell("partition", "a hash partition is missing: some keys cannot be claimed", true);
    }
    if (as_found.partition == PartitionMode::narrow_claims) {
      const Result<Rows> rows = ask("days_state", {quote_qualified(m_found.schema, responses_name())});
      if (!rows) return rows.error();
      if (!rows->truth(0, 0))
        tell("partition", "there is no partition for the responses of tomorrow: call response_days daily", false);
    }
    return {};
  }

  Result<void> state() {
    SqlValues with;
    with.values["table"] = quote_qualified(m_found.schema, m_found.name);
    for (const ProfileTable& table : find_profile(m_found.profile)->tables)
      if (*table.suffix != '\0')
        with.values[table.placeholder] = quote_qualified(
            m_found.schema, request().name.empty() ? table.name : derive_identifier(m_found.name, table.suffix));
    const Result<Rows> rows =
        m_session.query(render_sql(resource(fmt::format("sql/check/state/{}.sql", m_found.profile)), with));
    if (!rows) {
      if (!m_report.items.empty()) return {};  // its columns differ, and that is told
      return rows.error();
    }
    if (rows->number(0, 0) > m_options.overdue) {
      const std::string waits = to_short(seconds(rows->number(0, 0)));
      const char* const calls = m_found.profile == "http" ? "tombstone and reap" : "reap";
      tell("reaper",
           m_found.profile == "outbox"
               ? fmt::format("the oldest unpublished event waits since {}: is the publisher running?", waits)
               : fmt::format("the oldest expired record waits since {}: call {} regularly", waits, calls),
           false);
    }
    if (rows->number(0, 1) > 0)
      tell(
          "lease",
          fmt::format("the oldest lease ran out {} ago and nobody took it over", to_short(seconds(rows->number(0, 1)))),
          false);
    if (rows->number(0, 2) > 0)
      tell("unknown", fmt::format("{} outcomes are unknown or under review", rows->number(0, 2)), false);
    return {};
  }

  Session& m_session;
  const DatabaseSchema& m_live;
  const Found& m_found;
  const CheckOptions& m_options;
  CheckReport& m_report;
  bool m_partman = false;  // nobody but pg_partman makes the days of the responses
};

}  // namespace

Result<CheckReport> check_side_tables(Session& session, const CheckOptions& options) {
  CheckReport report;
  const Result<DatabaseSchema> live = inspect_database(session);
  if (!live) return live.error();
  const Result<Rows> ours = session.query(std::string{resource("sql/check/ours.sql")});
  if (!ours) return ours.error();
  for (std::size_t i = 0; i < ours->size(); ++i) {
    const Found found = found_of(ours->text(i, 0), ours->text(i, 1), ours->text(i, 2));
    if (!options.name.empty() && options.name != found.name && options.name != found.schema + "." + found.name)
      continue;
    report.tables.push_back(fmt::format("{} (profile {}, layout {})", found.title(), found.profile, found.layout));
    if (const Result<void> done = Checker{session, *live, found, options, report}.run(); !done) return done.error();
  }
  if (report.tables.empty())
    report.items.push_back({options.name.empty() ? "" : printable(options.name), "missing",
                            options.name.empty()
                                ? "no side table of idem migrate is there"
                                : fmt::format("{} is no side table of idem migrate, or lost the comment that names its "
                                              "profile and layout",
                                              printable(options.name)),
                            true});
  return report;
}

std::string check_text(const CheckReport& report) {
  std::string out;
  for (const std::string& table : report.tables) out += table + "\n";
  for (const CheckItem& item : report.items)
    out += fmt::format("{}  {}{}{}\n", item.drift ? "drift  " : "running", item.table, item.table.empty() ? "" : ": ",
                       item.message);
  if (report.items.empty()) out += "complete, valid and current\n";
  return out;
}

std::string check_json(const CheckReport& report) {
  nlohmann::ordered_json json;
  json["schema"] = "idem.check/1";
  json["tables"] = report.tables;
  json["items"] = nlohmann::ordered_json::array();
  for (const CheckItem& item : report.items)
    json["items"].push_back(
        {{"table", item.table}, {"kind", item.kind}, {"drift", item.drift}, {"message", item.message}});
  return json.dump(2) + "\n";
}

}  // namespace idem
