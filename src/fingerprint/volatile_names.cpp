#include "fingerprint/volatile_names.hpp"

#include "fingerprint/pointer.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

struct Group {
  std::string_view why;
  std::vector<std::string_view> names;
};

// Only names that say it outright: a due_date or an invoice_number is part of what is meant.
const std::vector<Group>& volatile_groups() {
  static const std::vector<Group> kGroups{
      {"a clock",
       {"timestamp", "ts", "now", "currenttime", "currenttimestamp", "requesttime", "requesttimestamp", "sentat",
        "generatedat", "clienttime", "clienttimestamp", "epoch", "unixtime"}},
      {"a random number", {"nonce", "random", "rand", "salt", "uuid4", "randomid", "randomuuid", "jti"}},
      {"an attempt counter",
       {"attempt", "attempts", "attemptid", "attemptnumber", "retry", "retries", "retrycount", "tryno", "trynumber"}},
      {"tracing data",
       {"traceid", "traceparent", "tracestate", "spanid", "parentspanid", "correlationid", "xrequestid", "xtraceid",
        "requestid"}}};
  return kGroups;
}

const std::vector<Group>& sensitive_groups() {
  static const std::vector<Group> kGroups{{"a secret",
                                           {"password", "passwd", "secret", "clientsecret", "apikey", "accesstoken",
                                            "refreshtoken", "authorization", "token", "privatekey"}},
                                          {"card data", {"cardnumber", "pan", "cvv", "cvc", "cvv2", "securitycode"}}};
  return kGroups;
}

std::string_view look_up(const std::vector<Group>& groups, std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c == '_' || c == '-') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  for (const Group& group : groups)
    for (const std::string_view known : group.names)
      if (known == plain) return group.why;
  return {};
}

void collect(const JsonValue& value, const std::string& at, std::string_view (*why)(std::string_view),
             std::vector<NamedPlace>& found) {
  if (const JsonObject* members = value.object()) {
    for (const auto& [name, member] : *members) {
      const std::string place = at + "/" + escape_token(name);
      if (const std::string_view reason = why(name); !reason.empty()) found.push_back({place, reason});
      collect(member, place, why, found);
    }
  } else if (const JsonArray* items = value.array()) {
    for (std::size_t i = 0; i < items->size(); ++i) collect((*items)[i], fmt::format("{}/{}", at, i), why, found);
  }
}

}  // namespace

std::string_view why_volatile(std::string_view name) { return look_up(volatile_groups(), name); }
std::string_view why_sensitive(std::string_view name) { return look_up(sensitive_groups(), name); }

std::vector<NamedPlace> volatile_members(const JsonValue& value) {
  std::vector<NamedPlace> found;
  collect(value, "", why_volatile, found);
  return found;
}

std::vector<NamedPlace> sensitive_members(const JsonValue& value) {
  std::vector<NamedPlace> found;
  collect(value, "", why_sensitive, found);
  return found;
}

}  // namespace idem
