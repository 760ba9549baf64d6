#include "migrate/tool_code.hpp"

#include "base/resources.hpp"
#include "base/sql_quote.hpp"
#include "migrate/render_sql.hpp"
#include "migrate/tool_text.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <cstdint>
#include <set>

namespace idem {

// --- constants of each language -----------------------------------------------------------------------------------

// A Ruby heredoc in single quotes: nothing in it is special but its own last line.
static std::string ruby_heredoc(const std::string& sql) {
  return fmt::format("<<~'IDEM_SQL'\n{}    IDEM_SQL\n", indented(sql, 6));
}

// A Python string in three single quotes. `text_binds`: SQLAlchemy reads :name as a parameter unless it is escaped.
static std::string python_string(const std::string& sql, bool text_binds) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  std::string out = "'''";
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    const bool bind =
        text_binds && c == ':' && i + 1 < sql.size() && is_word(sql[i + 1]) && (i == 0 || sql[i - 1] != ':');
    if (bind)
      out += "\\\\:";
    else if (c == '\\')
      out += text_binds && i + 1 < sql.size() && sql[i + 1] == ':' ? "\\\\\\\\" : "\\\\";
    else if (c == '\'' && (i + 1 == sql.size() || (out.size() >= 1 && sql[i + 1] == '\'')))
      out += "\\'";
    else
      out += c;
  }
  return out + "'''";
}

static std::string javascript_string(const std::string& sql) {
  std::string out = "`";
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (c == '\\' || c == '`' || (c == '$' && i + 1 < sql.size() && sql[i + 1] == '{')) out += '\\';
    if (c == '?') out += "\\\\";  // Knex reads ? as a parameter unless a backslash stands before it
    out += c;
  }
  return out + "`";
}

// --- Rails --------------------------------------------------------------------------------------------------------

static std::string rails_method(const char* name, const Script& script, Direction direction, SqlDialect dialect) {
  std::string body;
  const std::string all = settings_before(script) + side_of(script, direction) + settings_after(script);
  if (side_of(script, direction).empty()) {
    body = "    # nothing to take back\n";
  } else if (goes_as_a_whole(script, dialect)) {
    body = "    run " + ruby_heredoc(all);
  } else {
    for (const std::string& statement : statements_of(all)) body += "    run " + ruby_heredoc(statement + "\n");
  }
  return fmt::format("  def {}\n{}  end\n", name, body);
}

MigrationFile rails_file(const Script& script, const std::string& number, SqlDialect dialect) {
  std::string text = "# frozen_string_literal: true\n\n" + head_comment(script, "# ");
  text += fmt::format("class {} < ActiveRecord::Migration[6.1]\n", camel_case(script.slug));
  if (!script.transactional) text += "  disable_ddl_transaction!\n\n";
  text += rails_method("up", script, Direction::up, dialect) + "\n" +
          rails_method("down", script, Direction::down, dialect);
  text +=
      "\n  private\n\n  # The statements lock no table that exists but what the comment above says.\n  def run(sql)\n"
      "    respond_to?(:safety_assured) ? safety_assured { execute(sql) } : execute(sql)\n  end\nend\n";
  return {fmt::format("{}_{}.rb", number, script.slug), text};
}

// --- Knex ---------------------------------------------------------------------------------------------------------

static std::string knex_function(const char* name, const Script& script, Direction direction, SqlDialect dialect) {
  const std::string all = settings_before(script) + side_of(script, direction) + settings_after(script);
  std::string body;
  if (side_of(script, direction).empty()) {
    body = "  // nothing to take back\n";
  } else if (goes_as_a_whole(script, dialect)) {
    body = fmt::format("  await knex.raw({});\n", javascript_string(all));
  } else if (script.transactional) {
    for (const std::string& statement : statements_of(all))
      body += fmt::format("  await knex.raw({});\n", javascript_string(statement));
  } else {
    // One connection: the settings must meet the statement.
    for (const std::string& statement : statements_of(all))
      body += fmt::format("  await knex.raw({}).connection(connection);\n", javascript_string(statement));
    body = "  const connection = await knex.client.acquireConnection();\n  try {\n" + indented(body, 2) +
           "  } finally {\n    await knex.client.releaseConnection(connection);\n  }\n";
  }
  return fmt::format("exports.{} = async function (knex) {{\n{}}};\n", name, body);
}

MigrationFile knex_file(const Script& script, const std::string& number, SqlDialect dialect) {
  std::string text = head_comment(script, "// ") + "\n" + knex_function("up", script, Direction::up, dialect) + "\n" +
                     knex_function("down", script, Direction::down, dialect);
  if (!script.transactional) text += "\nexports.config = { transaction: false };\n";
  return {fmt::format("{}_{}.js", number, script.slug), text};
}

// --- Django -------------------------------------------------------------------------------------------------------

// A list is sent item by item; a string, Django cuts at every semicolon where the driver takes one statement at a time.
static std::string django_sql(const std::string& sql, bool whole) {
  if (sql.empty()) return "migrations.RunSQL.noop";
  if (whole) return python_string(sql, false);
  std::string list;
  for (const std::string& statement : statements_of(sql)) list += python_string(statement, false) + ", ";
  return "[" + list.substr(0, list.size() - 2) + "]";
}

static std::string django_operation(const std::string& up, const std::string& down, bool whole = true) {
  return fmt::format("        migrations.RunSQL(\n            sql={},\n            reverse_sql={},\n        ),\n",
                     django_sql(up, whole), django_sql(down, whole));
}

std::vector<MigrationFile> django_files(const ToolOptions& options, const Migration& migration) {
  std::vector<MigrationFile> files;
  std::string previous;  // the last migration of the app, by number
  std::string largest;
  for (const ExistingFile& file : options.existing) {
    if (!file.path.ends_with(".py") || file.path.find('/') != std::string::npos || file.path[0] < '0' ||
        file.path[0] > '9')
      continue;
    if (file.path > largest) {
      largest = file.path;
      previous = file.path.substr(0, file.path.size() - 3);
    }
  }
  std::string number = next_number(options.existing, "", 4, "0001");
  const std::string app = options.folder_name.empty() ? "app" : options.folder_name;
  for (const Script& script : migration.scripts) {
    const std::string name = fmt::format("{}_{}", number, script.slug);
    std::string text =
        head_comment(script, "# ") + "\nfrom django.db import migrations\n\n\nclass Migration(migrations.Migration):\n";
    if (!script.transactional) text += "    atomic = False\n\n";
    text += previous.empty() ? "    initial = True\n\n    dependencies = []\n\n"
                             : fmt::format("    dependencies = [(\"{}\", \"{}\")]\n\n", app, previous);
    text += "    operations = [\n";
    if (script.transactional) {
      text += django_operation(script.up, script.down, goes_as_a_whole(script, migration.dialect));
    } else {
      text += django_operation(settings_before(script), settings_after(script));
      text += django_operation(script.up, script.down);
      text += django_operation(settings_after(script), settings_before(script));
    }
    text += "    ]\n";
    files.push_back({name + ".py", text});
    previous = name;
    number = following(number);
  }
  return files;
}

// --- Alembic ------------------------------------------------------------------------------------------------------

// The value of `name = "..."` at the start of a line, "" for None or where it is absent.
static std::string python_assignment(const std::string& text, const std::string& name) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(name)) continue;
    const std::size_t equals = line.find('=');
    const std::size_t open = line.find_first_of("\"'", equals == std::string::npos ? line.size() : equals);
    if (open == std::string::npos) continue;
    const std::size_t close = line.find(line[open], open + 1);
    if (close != std::string::npos) return line.substr(open + 1, close - open - 1);
  }
  return "";
}

static Result<std::string> alembic_head(const ToolOptions& options) {
  if (!options.after.empty()) return options.after;
  std::set<std::string> revisions;
  std::set<std::string> followed;
  for (const ExistingFile& file : options.existing) {
    if (!file.path.ends_with(".py")) continue;
    const std::string revision = python_assignment(file.text, "revision");
    if (!revision.empty()) revisions.insert(revision);
    followed.insert(python_assignment(file.text, "down_revision"));
  }
  for (const std::string& revision : followed) revisions.erase(revision);
  if (revisions.size() > 1)
    return Error{ErrorKind::usage, fmt::format("the folder has several heads: {}; choose one with --after REVISION",
                                               fmt::join(revisions, ", "))};
  return revisions.empty() ? std::string{} : *revisions.begin();
}

// A revision id of 12 hexadecimal digits that depends on what comes before and on the name alone.
static std::string revision_id(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return fmt::format("{:012x}", hash & 0xffffffffffffULL);
}

Result<std::vector<MigrationFile>> alembic_files(const ToolOptions& options, const Migration& migration) {
  const Result<std::string> head = alembic_head(options);
  if (!head) return head.error();
  std::string previous = *head;
  std::vector<MigrationFile> files;
  for (const Script& script : migration.scripts) {
    const std::string revision = revision_id(previous + "/" + script.slug);
    const auto body = [&](Direction direction) {
      if (side_of(script, direction).empty()) return std::string{"    pass\n"};
      if (goes_as_a_whole(script, migration.dialect))
        return fmt::format("    op.execute({})\n", python_string(side_of(script, direction), true));
      if (script.transactional) {
        std::string calls;
        for (const std::string& statement : statements_of(side_of(script, direction)))
          calls += fmt::format("    op.execute({})\n", python_string(statement, true));
        return calls;
      }
      std::string inner = "    with op.get_context().autocommit_block():\n";
      for (const std::string& statement :
           statements_of(settings_before(script) + side_of(script, direction) + settings_after(script)))
        inner += fmt::format("        op.execute({})\n", python_string(statement, true));
      return inner;
    };
    files.push_back(
        {fmt::format("{}_{}.py", revision, script.slug),
         fmt::format("{}\nfrom alembic import op\n\nrevision = \"{}\"\ndown_revision = {}\nbranch_labels = "
                     "None\ndepends_on = None\n\n\n"
                     "def upgrade():\n{}\n\ndef downgrade():\n{}",
                     head_comment(script, "# "), revision, previous.empty() ? "None" : fmt::format("\"{}\"", previous),
                     body(Direction::up), body(Direction::down))});
    previous = revision;
  }
  return files;
}

// --- notes --------------------------------------------------------------------------------------------------------

static std::string constant(const std::string& text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
  return out + quote;
}

std::vector<MigrationFile> exclusion_notes(const std::string& tool, const Migration& migration) {
  std::vector<std::string> tables;
  for (const Script& script : migration.scripts)
    tables.insert(tables.end(), script.tables.begin(), script.tables.end());
  if (tables.empty()) return {};
  const auto bare = [](const std::string& table) { return table.substr(table.find('.') + 1); };
  std::string list;
  if (tool == "rails") {
    for (const std::string& table : tables) list += (list.empty() ? "" : ", ") + constant(bare(table), '"');
    return {{"idem_side_tables.rb.txt",
             "# schema.rb cannot hold functions, and would make the table without them. Put this into\n"
             "# config/initializers/idem_side_tables.rb, or set config.active_record.schema_format = :sql.\n"
             "ActiveRecord::SchemaDumper.ignore_tables += [" +
                 list + "]\n"}};
  }
  if (tool == "alembic") {
    for (const std::string& table : tables) list += constant(bare(table), '"') + ", ";
    return {
        {"idem_side_tables.py.txt",
         "# `alembic revision --autogenerate` proposes to drop tables that no model describes. In env.py, pass\n"
         "# include_object=include_object to context.configure.\n"
         "SIDE_TABLES = {" +
             list +
             "}\n\n\ndef include_object(object_, name, type_, reflected, compare_to):\n"
             "    table = name if type_ == \"table\" else getattr(getattr(object_, \"table\", None), \"name\", None)\n"
             "    return table not in SIDE_TABLES\n"}};
  }
  if (tool == "prisma") {
    for (const std::string& table : tables) list += (list.empty() ? "" : ", ") + constant(table, '"');
    return {{"idem_side_tables.md",
             "Prisma reports tables that schema.prisma does not describe as drift, and `migrate dev` offers a reset. "
             "Either name them in\n"
             "prisma.config.ts:\n\n```ts\nexperimental: { externalTables: true },\ntables: { external: [" +
                 list +
                 "] },\n```\n\n"
                 "or run `npx prisma db pull` after the migration and put `@@ignore` into their models.\n"}};
  }
  if (tool == "django") {
    for (const std::string& table : tables) list += " " + bare(table);
    return {{"idem_side_tables.txt",
             "Django leaves tables without a model alone. Only `manage.py inspectdb` lists them:" + list +
                 ". A model for reading them\n"
                 "needs Meta.managed = False.\n"}};
  }
  return {};
}

std::string verify_sql(const Script& script) {
  if (script.tables.empty()) return "SELECT 1;\n";
  std::string out;
  for (const std::string& table : script.tables) {
    const std::size_t dot = table.find('.');
    SqlValues with;
    with.values["table"] = quote_qualified(table.substr(0, dot), table.substr(dot + 1));
    out += render_sql(resource("sql/frame/verify_table.sql"), with);
  }
  return out;
}

}  // namespace idem
