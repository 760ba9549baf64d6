#include "migrate/objects.hpp"

#include "base/resources.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

std::vector<DroppedObject> dropped_objects(std::string_view down) {
  std::vector<DroppedObject> objects;
  for (std::size_t at = 0; at < down.size();) {
    const std::size_t end = std::min(down.find('\n', at), down.size());
    const std::string_view line = down.substr(at, end - at);
    at = end + 1;
    for (const std::string_view kind : {"TABLE", "VIEW", "FUNCTION"}) {
      const std::string start = fmt::format("DROP {} IF EXISTS ", kind);
      if (line.starts_with(start) && line.ends_with(";"))
        objects.push_back({std::string{kind}, std::string{line.substr(start.size(), line.size() - start.size() - 1)}});
    }
  }
  std::reverse(objects.begin(), objects.end());
  return objects;
}

std::string role_statements(const SideTableRequest& request, const std::vector<DroppedObject>& objects,
                            SqlValues with) {
  const bool owner = !request.owner_role.empty();
  const bool app = !request.app_role.empty();
  std::string out;
  const auto add = [&](const DroppedObject& object, const char* file) {
    with.values["kind"] = object.kind;
    with.values["object"] = object.object;
    out += render_sql(resource(fmt::format("sql/roles/{}.sql", file)), with);
  };
  if (owner) add({}, "owner_schema");
  for (const DroppedObject& object : objects)
    if (owner) add(object, "owner");
  if (owner && request.partition != PartitionMode::plain) add({}, "partitions");
  // Every new function may be called by everybody until that is taken away.
  for (const DroppedObject& object : objects)
    if (object.kind == "FUNCTION" && (app || request.security_definer)) add(object, "revoke");
  if (!app) return out;
  add({}, "schema");
  for (const DroppedObject& object : objects) {
    const bool guard = object.object.ends_with("()");  // triggers call these, nobody else
    if (object.kind == "TABLE" && !request.security_definer) add(object, "table");
    if (object.kind == "VIEW") add(object, "view");
    if (object.kind == "FUNCTION" && !guard) add(object, "function");
  }
  return out;
}

// The comment lines directly above what begins at `at`, without their dashes.
static std::string lines_above(std::string_view text, std::size_t at) {
  std::string lines;
  while (at > 1) {
    const std::size_t begin = text.rfind('\n', at - 2) + 1;
    const std::string_view line = text.substr(begin, at - 1 - begin);
    if (!line.starts_with("-- ")) break;
    lines = fmt::format("{}{}{}", line.substr(3), lines.empty() ? "" : "\n", lines);
    at = begin;
  }
  return lines;
}

std::string comment_statements(const std::vector<DroppedObject>& objects, std::string_view up, SqlValues with) {
  std::string out;
  for (const DroppedObject& object : objects) {
    if (object.kind == "TABLE") continue;  // theirs stand in the templates
    const std::string start =
        object.kind == "VIEW" ? object.object + " AS" : object.object.substr(0, object.object.rfind('(') + 1);
    const std::size_t at = up.find(fmt::format("\nCREATE OR REPLACE {} {}", object.kind, start));
    const std::string text = at == std::string_view::npos ? "" : lines_above(up, at + 1);
    if (text.empty()) continue;
    with.values["kind"] = object.kind;
    with.values["object"] = object.object;
    with.values["text"] = quote_literal(text, with.dialect);
    out += render_sql(resource("sql/frame/comment.sql"), with);
  }
  return out;
}

}  // namespace idem
