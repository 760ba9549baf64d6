#include "reconcile/source.hpp"

#include "records/csv_reader.hpp"
#include "records/ndjson_reader.hpp"
#include "records/redis_source.hpp"
#include "records/sqlite_source.hpp"

namespace idem::books {

static bool begins(const std::string& text, std::string_view with) { return text.compare(0, with.size(), with) == 0; }

bool is_postgres(const std::string& location) {
  return begins(location, "postgresql://") || begins(location, "postgres://");
}
bool is_redis(const std::string& location) { return begins(location, "redis://") || begins(location, "unix://"); }
bool is_sqlite(const std::string& location) { return begins(location, "sqlite:"); }

std::string shown_name(const SourceSpec& spec) {
  if (spec.location == "-") return "standard input";
  const bool url = spec.location.find("://") != std::string::npos;
  std::string name = spec.location;
  if (url) {
    // scheme://user:password@host/path?options: neither the user's part nor the options are shown
    const std::size_t begin = name.find("://") + 3;
    bool unclear = false;  // a password may hold ? as it is
    if (const std::size_t options = name.find_first_of("?#", begin); options != std::string::npos) {
      unclear = name.find('@', options) != std::string::npos;
      name.erase(options);
    }
    const std::size_t at = name.rfind('@');  // the last one: a password may hold / and @
    if (at != std::string::npos && at >= begin)
      name.erase(begin, at + 1 - begin);
    else if (unclear)
      name.replace(begin, std::string::npos, "...");
  } else if (const std::size_t slash = name.find_last_of('/'); slash != std::string::npos) {
    name = (is_sqlite(name) ? "sqlite:" : "") + name.substr(slash + 1);
  }
  if (!spec.table.empty()) name += " " + spec.table;
  return name;
}

Result<std::unique_ptr<RowReader>> open_rows(const SourceSpec& spec, Side side, BadRows& bad) {
  if (is_sqlite(spec.location))
    return open_sqlite_rows(spec.location.substr(7), spec.table, spec.query, spec.where, side);
  if (is_redis(spec.location))
    return open_redis_rows(spec.location, spec.table, shown_name({spec.location, "", "", "", {}, {}}), bad);
  const bool file_with_table = !spec.table.empty() || !spec.query.empty() || !spec.where.empty();
  if (file_with_table)
    return Error{ErrorKind::usage, "--" + std::string(name_of(side)) + "-table, -query and -where are for databases; " +
                                       shown_name(spec) + " is a file"};
  Result<ByteSource> bytes = ByteSource::open(spec.location);
  if (!bytes) return bytes.error();
  const Result<std::string_view> first = bytes->peek();
  if (!first) return first.error();
  std::string_view start = *first;
  if (start.substr(0, 3) == "\xEF\xBB\xBF") start.remove_prefix(3);
  const std::size_t at = start.find_first_not_of(" \t\r\n");
  const std::string name = shown_name(spec);
  const bool json = at != std::string_view::npos && (start[at] == '{' || start[at] == '[');
  return json ? open_ndjson(std::move(*bytes), name, bad) : open_csv(std::move(*bytes), name, bad);
}

}  // namespace idem::books
