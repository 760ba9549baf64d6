#include "reconcile/shards.hpp"

#include "base/digest.hpp"
#include "reconcile/questions.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace idem::books {

namespace {

constexpr int kFormat = 1;  // of the file

// Removes a half-written part.
struct Unlinker {
  std::string path;
  ~Unlinker() {
    if (!path.empty()) unlink(path.c_str());
  }
};

nlohmann::json json_of(const Dropped& dropped) { return {dropped.groups, dropped.keys, dropped.records}; }

Dropped dropped_of(const nlohmann::json& json) {
  return {json.at(0).get<std::int64_t>(), json.at(1).get<std::int64_t>(), json.at(2).get<std::int64_t>()};
}

std::string text_of(const ShardPart& part) {
  nlohmann::json json = {{"format", kFormat},
                         {"shards", part.shards},
                         {"shard", part.shard},
                         {"plan", part.plan},
                         {"keys", part.keys},
                         {"records", part.records},
                         {"matched", json_of(part.matched)},
                         {"outside", json_of(part.outside)},
                         {"any_expiry", part.any_expiry},
                         {"words", part.words},
                         {"bad_rows", part.bad_rows},
                         {"bad_examples", part.bad_examples}};
  if (part.longest_retention) json["longest_retention"] = *part.longest_retention;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<ShardPart> part_of(std::string_view text, const std::string& path) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  const Error other{ErrorKind::input, path + ": not a part that this version of idem reconcile --shard has written"};
  try {
    if (json.at("format") != kFormat) return other;
    ShardPart part;
    part.shards = json.at("shards").get<std::uint64_t>();
    part.shard = json.at("shard").get<std::uint64_t>();
    part.plan = json.at("plan").get<std::string>();
    part.keys = json.at("keys").get<std::int64_t>();
    part.records = json.at("records").get<std::int64_t>();
    part.matched = dropped_of(json.at("matched"));
    part.outside = dropped_of(json.at("outside"));
    part.any_expiry = json.at("any_expiry").get<bool>();
    part.words = json.at("words").get<KeyWords>();
    part.bad_rows = json.at("bad_rows").get<std::uint64_t>();
    part.bad_examples = json.at("bad_examples").get<std::vector<std::string>>();
    if (json.contains("longest_retention")) part.longest_retention = json["longest_retention"].get<Micros>();
    return part;
  } catch (const nlohmann::json::exception&) {
    return other;
  }
}

}  // namespace

std::uint64_t shard_of(std::string_view link, std::uint64_t shards) {
  const std::string digest = md5(link);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8U | static_cast<unsigned char>(digest[i]);
  return number % shards;
}

OrderedRows only_shard(const Plan& plan, Side side, OrderedRows rows) {
  if (plan.settings.shards <= 1) return rows;
  return [rows = std::move(rows), link = plan.link_role(side), shards = plan.settings.shards,
          shard = plan.settings.shard](Row& row) -> Result<bool> {
    for (;;) {
      Result<bool> got = rows(row);
      if (!got || !*got || shard_of(row[link].bytes, shards) == shard) return got;
    }
  };
}

std::string plan_digest(const Plan& plan) {
  // The statement holds all settings and which columns there are; what the parts learn while reading is left open.
  Plan open = plan;
  open.has_expiries = true;
  open.longest_retention.reset();
  std::string text = classify_sql(open, Dialect{Dialect::sqlite});
  for (const auto& time : {plan.settings.since, plan.settings.until})
    text += fmt::format("\n{}", time ? std::to_string(*time) : "-");
  for (const auto& side : plan.mappings)
    for (const Mapping& mapping : side)
      for (std::size_t slot = 0; slot < kRoles; ++slot)
        if (mapping.column[slot] >= 0) text += fmt::format("\n{} {}", slot, mapping.name(static_cast<Role>(slot)));
  return sha256_hex(text);
}

Result<void> write_part(Store& store, const ShardPart& part, const std::string& path) {
  const std::string temporary = fmt::format("{}.{}.part", path, getpid());
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return Error{ErrorKind::usage, fmt::format("cannot write {}: {}", path, std::strerror(errno))};
  close(file);
  Unlinker unlinker{temporary};
  Result<SqliteStatement> attach = store.db().prepare("ATTACH ? AS part");
  if (!attach) return attach.error();
  attach->bind(1, temporary);
  if (const auto attached = attach->run(); !attached) return attached.error();
  const auto copied = store.db().run(
      "PRAGMA part.journal_mode = OFF; BEGIN; CREATE TABLE part.suspects AS SELECT * FROM main.suspects; CREATE TABLE "
      "part.elsewhere AS SELECT * FROM main.elsewhere; CREATE TABLE part.about (text); COMMIT");
  if (!copied) return copied.error().with_context(path);
  Result<SqliteStatement> insert = store.db().prepare("INSERT INTO part.about VALUES (?)");
  if (!insert) return insert.error();
  const std::string text = text_of(part);
  insert->bind(1, text);
  if (const auto inserted = insert->run(); !inserted) return inserted.error().with_context(path);
  if (const auto detached = store.db().run("DETACH part"); !detached) return detached.error().with_context(path);
  const int again = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  const bool flushed = again >= 0 && fsync(again) == 0;
  if (again >= 0) close(again);
  if (!flushed || std::rename(temporary.c_str(), path.c_str()) != 0)
    return Error{ErrorKind::incomplete, fmt::format("cannot write {}: {}", path, std::strerror(errno))};
  unlinker.path.clear();
  return {};
}

Result<ShardPart> add_part(Store& store, const std::string& path) {
  std::string text;
  {
    // Read-only first: ATTACH would make a file that is not there.
    Result<SqliteDb> db = SqliteDb::open_read_only(path);
    if (!db) return db.error();
    Result<SqliteStatement> about = db->prepare("SELECT text FROM about");
    const Result<bool> got = about ? about->step() : Result<bool>(false);
    if (!about || !got || !*got)
      return Error{ErrorKind::input, path + ": not a part that idem reconcile --shard has written"};
    text = about->text(0);
  }
  Result<ShardPart> part = part_of(text, path);
  if (!part) return part;
  // begin_suspects() has opened a transaction, in which nothing can be attached.
  if (const auto ended = store.db().run("COMMIT"); !ended) return ended.error();
  Result<SqliteStatement> attach = store.db().prepare("ATTACH ? AS part");
  if (!attach) return attach.error();
  attach->bind(1, path);
  if (const auto attached = attach->run(); !attached) return attached.error().with_context(path);
  if (const auto added = store.add_suspects_of("part"); !added) return added.error().with_context(path);
  if (const auto detached = store.db().run("DETACH part; BEGIN"); !detached) return detached.error();
  return part;
}

}  // namespace idem::books
