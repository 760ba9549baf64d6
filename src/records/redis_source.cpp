#include "records/redis_source.hpp"

#include "base/interrupt.hpp"
#include "records/csv_reader.hpp"
#include "records/ndjson_reader.hpp"

#include <fmt/core.h>
#include <hiredis/hiredis.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <deque>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace idem::books {

namespace {

constexpr std::size_t kLookAhead = 1000;

struct ContextDeleter {
  void operator()(redisContext* context) const { redisFree(context); }
};
struct ReplyDeleter {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
using ContextPtr = std::unique_ptr<redisContext, ContextDeleter>;
using ReplyPtr = std::unique_ptr<redisReply, ReplyDeleter>;

struct Address {
  std::string host = "127.0.0.1", path, user, password;
  int port = 6379, database = 0;
};

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    int value = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(&text[i + 1], &text[i + 1] + 2, value, 16).ptr == &text[i + 1] + 2) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool number(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0;
}

Result<Address> parse(const std::string& url) {
  Address address;
  if (url.compare(0, 7, "unix://") == 0) {
    address.path = url.substr(7);
    return address;
  }
  std::string_view rest = std::string_view(url).substr(8);  // after redis://
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = rest.substr(0, at);
    const std::size_t colon = user.find(':');
    address.user = decoded(user.substr(0, colon));
    if (colon != std::string_view::npos) address.password = decoded(user.substr(colon + 1));
    rest.remove_prefix(at + 1);
  }
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const std::string_view database = rest.substr(slash + 1);
    if (!database.empty() && !number(database, address.database))
      return Error{ErrorKind::usage, "redis://...: the part after / is the number of a database"};
    rest = rest.substr(0, slash);
  }
  if (const std::size_t colon = rest.rfind(':');
      colon != std::string_view::npos && rest.find(']', colon) == std::string_view::npos) {
    if (!number(rest.substr(colon + 1), address.port))
      return Error{ErrorKind::usage, "redis://...: the port is no number"};
    rest = rest.substr(0, colon);
  }
  if (rest.size() > 2 && rest.front() == '[') rest = rest.substr(1, rest.size() - 2);
  if (!rest.empty()) address.host = std::string(rest);
  return address;
}

class RedisReader : public RowReader {
 public:
  RedisReader(ContextPtr context, std::string pattern, std::string name, BadRows& bad)
      : m_context(std::move(context)),
        m_pattern(std::move(pattern)),
        m_name(std::move(name)),
        m_bad(bad),
        m_prefix(m_pattern.substr(0, m_pattern.find_first_of("*?[\\"))) {}

  Result<void> look_ahead();
  const std::vector<std::string>& columns() const override { return m_columns; }
  Result<bool> next(RawRow& row) override;

 private:
  struct Value {
    std::string text;
    bool null = true;
  };
  using Values = std::vector<Value>;

  Result<ReplyPtr> reply();
  void send(const std::vector<std::string>& words);
  Error lost() const;
  Result<bool> fill();  // rows of the next page of SCAN; false at the end
  Result<void> read_page(const std::vector<std::string>& keys);
  Value* at(Values& values, const std::string& column);

  ContextPtr m_context;
  std::string m_pattern, m_name;
  BadRows& m_bad;
  std::string m_prefix;
  std::vector<std::string> m_columns;
  std::unordered_map<std::string, std::size_t> m_index;
  bool m_learning = true;
  std::size_t m_own_key = 0, m_own_expiry = 0;  // columns of the name and the TTL
  std::string m_cursor = "0";
  bool m_scanned = false;
  std::unordered_set<std::size_t> m_seen;  // hashes: SCAN may give a key twice
  struct Found {
    std::string key;
    std::int64_t ttl_ms;
    Values values;
  };
  std::deque<Found> m_rows;
  Found m_current;
};

Error RedisReader::lost() const {
  if (interrupted()) return interruption();
  return {ErrorKind::incomplete, fmt::format("{}: {}", m_name, m_context->err != 0 ? m_context->errstr : "no answer")};
}

void RedisReader::send(const std::vector<std::string>& words) {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  for (const std::string& word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  redisAppendCommandArgv(m_context.get(), static_cast<int>(words.size()), texts.data(), sizes.data());
}

Result<ReplyPtr> RedisReader::reply() {
  void* raw = nullptr;
  if (redisGetReply(m_context.get(), &raw) != REDIS_OK || raw == nullptr) return lost();
  return ReplyPtr(static_cast<redisReply*>(raw));
}

RedisReader::Value* RedisReader::at(Values& values, const std::string& column) {
  auto found = m_index.find(column);
  if (found == m_index.end()) {
    if (!m_learning || m_columns.size() >= 4096) return nullptr;
    found = m_index.emplace(column, m_columns.size()).first;
    m_columns.push_back(column);
  }
  if (values.size() <= found->second) values.resize(found->second + 1);
  return &values[found->second];
}

Result<void> RedisReader::read_page(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    send({"TYPE", key});
    send({"PTTL", key});
  }
  std::vector<std::string> types;
  std::vector<std::int64_t> ttls;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Result<ReplyPtr> type = reply();
    if (!type) return type.error();
    Result<ReplyPtr> ttl = reply();
    if (!ttl) return ttl.error();
    types.emplace_back((*type)->type == REDIS_REPLY_STATUS ? (*type)->str : "");
    ttls.push_back((*ttl)->type == REDIS_REPLY_INTEGER ? (*ttl)->integer : -2);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (types[i] == "string") send({"GET", keys[i]});
    if (types[i] == "hash") send({"HGETALL", keys[i]});
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (types[i] == "none" || types[i].empty()) continue;  // expired meanwhile
    std::string wrong;
    Found found{keys[i], ttls[i], Values(m_columns.size())};
    if (types[i] == "string") {
      Result<ReplyPtr> value = reply();
      if (!value) return value.error();
      if ((*value)->type == REDIS_REPLY_NIL) continue;
      const std::string_view text((*value)->str, (*value)->len);
      if (!valid_utf8(text)) {
        wrong = "the value is not UTF-8 text";
      } else if (!text.empty() && text.front() == '{') {
        wrong = flatten_json(text, [&](std::string_view path, std::string_view member, bool null) {
          if (Value* slot = at(found.values, std::string(path))) {
            slot->text.assign(member);
            slot->null = null;
          }
        });
      } else if (Value* slot = at(found.values, "state")) {
        *slot = {std::string(text), false};
      }
    } else if (types[i] == "hash") {
      Result<ReplyPtr> value = reply();
      if (!value) return value.error();
      for (std::size_t k = 0; k + 1 < (*value)->elements; k += 2)
        if (Value* slot = at(found.values, std::string((*value)->element[k]->str, (*value)->element[k]->len)))
          *slot = {std::string((*value)->element[k + 1]->str, (*value)->element[k + 1]->len), false};
    } else {
      wrong = "a " + types[i] + ", not a string or a hash";
    }
    if (wrong.empty() && !valid_utf8(keys[i])) wrong = "a name that is not UTF-8";
    if (wrong.empty()) {
      m_rows.push_back(std::move(found));
    } else if (const auto added =
                   m_bad.add(fmt::format("{} {}…", m_name, valid_utf8(keys[i]) ? keys[i].substr(0, 12) : "?"), wrong);
               !added) {
      return added;
    }
  }
  return {};
}

Result<bool> RedisReader::fill() {
  while (!m_scanned) {
    if (interrupted()) return interruption();
    std::vector<std::string> words = {"SCAN", m_cursor, "COUNT", "1000"};
    if (!m_pattern.empty()) words.insert(words.end(), {"MATCH", m_pattern});
    send(words);
    Result<ReplyPtr> page = reply();
    if (!page) return page.error();
    if ((*page)->type == REDIS_REPLY_ERROR) return Error{ErrorKind::input, fmt::format("{}: {}", m_name, (*page)->str)};
    if ((*page)->elements != 2) return lost();
    m_cursor = (*page)->element[0]->str;
    m_scanned = m_cursor == "0";
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < (*page)->element[1]->elements; ++i) {
      const redisReply& key = *(*page)->element[1]->element[i];
      std::string text(key.str, key.len);
      if (m_seen.insert(std::hash<std::string>()(text)).second) keys.push_back(std::move(text));
    }
    if (const auto read = read_page(keys); !read) return read.error();
    if (!m_rows.empty()) return true;
  }
  return false;
}

Result<void> RedisReader::look_ahead() {
  while (m_rows.size() < kLookAhead) {
    const std::size_t before = m_rows.size();
    const Result<bool> more = fill();
    if (!more) return more.error();
    if (!*more || m_rows.size() == before) break;
  }
  m_learning = false;
  const auto add = [&](const char* name, std::initializer_list<const char*> others) {
    for (const char* other : others)
      if (m_index.count(other) > 0) return m_columns.size();
    m_columns.emplace_back(name);
    return m_columns.size() - 1;
  };
  m_own_key = add("key", {"key", "idempotency_key", "idempotencyKey"});
  m_own_expiry = add("expires_at", {"expires_at", "expiresAt", "expiration", "expiry"});
  return {};
}

Result<bool> RedisReader::next(RawRow& row) {
  if (m_rows.empty()) {
    const Result<bool> more = fill();
    if (!more || !*more) return more;
  }
  m_current = std::move(m_rows.front());
  m_rows.pop_front();
  m_current.values.resize(m_columns.size() + 1);
  if (m_own_key < m_columns.size()) {
    const bool cut = m_current.key.compare(0, m_prefix.size(), m_prefix) == 0;
    m_current.values[m_own_key] = {cut ? m_current.key.substr(m_prefix.size()) : m_current.key, false};
  }
  if (m_own_expiry < m_columns.size() && m_current.ttl_ms >= 0) {
    const auto now =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    m_current.values[m_own_expiry] = {std::to_string(now + m_current.ttl_ms), false};
  }
  row.resize(m_columns.size());
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = {m_current.values[i].text, m_current.values[i].null};
  return true;
}

}  // namespace

Result<std::unique_ptr<RowReader>> open_redis_rows(const std::string& url, const std::string& pattern,
                                                   const std::string& name, BadRows& bad) {
  const Result<Address> address = parse(url);
  if (!address) return address.error();
  const timeval timeout{10, 0};
  ContextPtr context(address->path.empty() ? redisConnectWithTimeout(address->host.c_str(), address->port, timeout)
                                           : redisConnectUnixWithTimeout(address->path.c_str(), timeout));
  if (context == nullptr || context->err != 0)
    return Error{ErrorKind::incomplete,
                 fmt::format("{}: {}", name, context == nullptr ? "out of memory" : context->errstr)};
  redisSetTimeout(context.get(), timeval{30, 0});
  const auto ask = [&](const char* format, auto... words) -> Result<void> {
    const ReplyPtr answer(static_cast<redisReply*>(redisCommand(context.get(), format, words...)));
    if (answer == nullptr) return Error{ErrorKind::incomplete, fmt::format("{}: {}", name, context->errstr)};
    if (answer->type == REDIS_REPLY_ERROR) return Error{ErrorKind::input, fmt::format("{}: {}", name, answer->str)};
    return {};
  };
  if (!address->password.empty()) {
    const auto entered = address->user.empty() ? ask("AUTH %b", address->password.data(), address->password.size())
                                               : ask("AUTH %b %b", address->user.data(), address->user.size(),
                                                     address->password.data(), address->password.size());
    if (!entered) return entered.error();
  }
  if (address->database != 0)
    if (const auto chosen = ask("SELECT %d", address->database); !chosen) return chosen.error();
  auto reader = std::make_unique<RedisReader>(std::move(context), pattern, name, bad);
  if (const auto ahead = reader->look_ahead(); !ahead) return ahead.error();
  return std::unique_ptr<RowReader>(std::move(reader));
}

}  // namespace idem::books
