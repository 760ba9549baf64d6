#include "migrate/existing.hpp"

#include "base/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace idem {

std::string squeezed_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

std::string tenant_column(const Table& table) {
  // The most telling first. A user is a caller too, where nothing above it is there.
  static constexpr std::array<std::string_view, 18> kNames{
      "tenantid", "tenant",     "tenantuuid", "tenantrecordid", "organizationid", "organisationid",
      "orgid",    "merchantid", "accountid",  "companyid",      "workspaceid",    "businessid",
      "teamid",   "shopid",     "storeid",    "ledger",         "customerid",     "userid"};
  for (const std::string_view name : kNames)
    for (const Column& column : table.columns)
      if (squeezed_name(column.name) == name) return column.name;
  return "";
}

std::string fitting_tenant_type(const DatabaseSchema& database, const std::string& type) {
  const std::string base = base_type(database, type);
  if (base == "uuid") return "uuid";
  if (base == "bigint" || base == "integer" || base == "smallint") return "bigint";
  return "text";
}

static bool has_column(const Table& table, std::initializer_list<std::string_view> squeezed_names) {
  return std::any_of(table.columns.begin(), table.columns.end(), [&](const Column& column) {
    return std::find(squeezed_names.begin(), squeezed_names.end(), squeezed_name(column.name)) != squeezed_names.end();
  });
}

bool is_side_table(const Table& table) {
  for (const char* column : {"key_digest", "request_fingerprint", "owner_token", "effect_started_at", "tombstone"})
    if (table.find_column(column) == nullptr) return false;
  return true;
}

static bool is_key_column(std::string_view name) {
  const std::string text = squeezed_name(name);
  return text == "key" || text == "idempotencykey" || text == "idempotencykeyhash" || text == "requestkey" ||
         text == "keyhash" || text == "messageid" || text == "requestid";
}

static std::vector<std::string> what_it_lacks(const Table& table) {
  std::vector<std::string> lacks;
  const std::string tenant = tenant_column(table);
  bool keyed = false;
  bool scoped = false;
  for (const UniqueKey& key : table.unique_keys) {
    const bool names_key = std::any_of(key.columns.begin(), key.columns.end(), is_key_column);
    if (!names_key) continue;
    keyed = true;
    const bool by_caller = std::any_of(key.columns.begin(), key.columns.end(), [](const std::string& column) {
      const std::string name = squeezed_name(column);
      return name == "principal" || name == "client" || name == "clientid" || name == "callerid";
    });
    if (by_caller || std::find(key.columns.begin(), key.columns.end(), tenant) != key.columns.end()) scoped = true;
  }
  // A primary key that is no mere number holds the key under a name of its own.
  if (const UniqueKey* primary = table.primary_key();
      !keyed && primary != nullptr && primary->columns != std::vector<std::string>{"id"}) {
    keyed = true;
    scoped = std::find(primary->columns.begin(), primary->columns.end(), tenant) != primary->columns.end();
  }
  if (!keyed) lacks.emplace_back("no unique constraint on its key");
  if (keyed && !scoped) lacks.emplace_back("no tenant in its unique key");
  if (const Column* column = table.find_column(tenant); column != nullptr && !column->not_null)
    lacks.push_back(fmt::format("{} may be NULL", printable(tenant)));
  if (!has_column(table,
                  {"fingerprint", "requestfingerprint", "requesthash", "idempotencyhash", "requestparams", "bodyhash"}))
    lacks.emplace_back("no fingerprint of the request");
  if (!has_column(table, {"state", "status", "recoverypoint", "completedat", "lockedat", "reservationtoken"}))
    lacks.emplace_back("no state");
  if (!has_column(table, {"expiresat", "expiredat", "expiry", "ttl"})) lacks.emplace_back("no expiry");
  return lacks;
}

std::vector<ExistingIdempotency> find_idempotency_tables(const DatabaseSchema& database) {
  std::vector<ExistingIdempotency> found;
  for (const Table& table : database.tables) {
    if (!table.partition_of.empty()) continue;
    if (is_side_table(table)) {
      found.push_back({&table, true, {}});
      continue;
    }
    const std::string name = squeezed_name(table.name);
    const bool named = name.find("idempot") != std::string::npos;
    const bool shaped =
        has_column(table, {"idempotencykey", "key"}) && table.columns.size() <= 20 &&
        has_column(table, {"responsebody", "response", "responsestatus", "responsecode", "recoverypoint"}) &&
        has_column(table, {"lockedat", "lockeduntil", "expiresat", "requesthash", "requestparams", "state", "status"});
    if (named || shaped) found.push_back({&table, false, what_it_lacks(table)});
  }
  return found;
}

std::vector<const Table*> find_message_tables(const DatabaseSchema& database, const std::string& profile) {
  static constexpr std::array<std::string_view, 7> kInbox{"inboxstate",       "inboxmessage",      "inboxmessages",
                                                          "processedmessage", "processedmessages", "processedevents",
                                                          "consumedmessages"};
  static constexpr std::array<std::string_view, 7> kOutbox{
      "outbox", "outboxmessage", "outboxmessages", "outboxevent", "outboxevents", "stagedjobs", "outgoingmessage"};
  std::vector<const Table*> found;
  if (profile != "inbox" && profile != "outbox") return found;
  const auto& names = profile == "inbox" ? kInbox : kOutbox;
  for (const Table& table : database.tables)
    if (table.partition_of.empty() && std::find(names.begin(), names.end(), squeezed_name(table.name)) != names.end())
      found.push_back(&table);
  return found;
}

}  // namespace idem
