// make_books FOLDER PAIRS SEED [witnesses]: writes keys.csv, records.csv (and provider.csv, events.csv, executions.csv)
// in which every class of discrepancy occurs a known number of times, and expected.txt with "name keys records
// provider" lines for all classes and all ways of agreeing. make_books check FOLDER REPORT.json: compares a report with
// expected.txt.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "records/time_value.hpp"

using idem::books::format_time;
using idem::books::Micros;

namespace {

constexpr Micros kSecond = 1'000'000;
constexpr Micros kMinute = 60 * kSecond;
constexpr Micros kHour = 60 * kMinute;
constexpr Micros kDay = 24 * kHour;
const Micros kAsOf = *idem::books::parse_time("2026-06-01T00:00:00Z");

struct Expected {
  std::int64_t keys = 0, records = 0, provider = 0;
};

struct KeyRow {
  std::string tenant, operation, key, fingerprint, state, owner, completed_by, resource, amount, currency, customer;
  Micros created = 0, locked = 0, effect_started = 0, completed = 0, expires = 0;
  std::string approved_fingerprint;
  Micros approved_at = 0, approval_expires = 0;
};

struct RecordRow {
  std::string id, tenant, operation, key, order_ref, cents, currency, customer, status, fingerprint;
  Micros created = 0;
};

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string time_field(Micros time) { return time == 0 ? "" : format_time(time); }

class Books {
 public:
  Books(const std::string& folder, std::uint64_t seed, bool witnesses) : m_witnesses(witnesses), m_state(seed) {
    m_keys.open(folder + "/keys.csv");
    m_records.open(folder + "/records.csv");
    m_keys << "tenant_id,operation,idempotency_key,request_fingerprint,state,owner_token,completed_by,resource_id,"
              "amount,currency,customer_id,created_at,"
              "locked_until,effect_started_at,completed_at,expires_at"
           << (witnesses ? ",approved_fingerprint,approved_at,approval_expires_at\n" : "\n");
    m_records << "id,tenant_id,operation,idempotency_key,order_ref,amount_cents,currency,customer_id,status,request_"
                 "fingerprint,created_at\n";
    if (!witnesses) return;
    m_provider.open(folder + "/provider.csv");
    m_provider << "id,idempotency_key,amount_cents,currency,status,created_at\n";
    m_events.open(folder + "/events.csv");
    m_events << "event_id,idempotency_key,consumer_name,created_at,processed_at\n";
    m_executions.open(folder + "/executions.csv");
    m_executions << "execution_id,idempotency_key,tool_name,session_id,started_at,finished_at\n";
  }

  std::uint64_t next() {  // splitmix64
    std::uint64_t z = (m_state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  // A key and its record that agree in everything.
  void pair(KeyRow& key, RecordRow& record) {
    static const std::vector<std::string> kCurrencies = {"EUR", "USD", "JPY", "KWD"};
    const std::uint64_t n = ++m_count;
    key = {};
    record = {};
    key.tenant = "t" + std::to_string(next() % 7);
    key.operation = next() % 2 == 0 ? "order.create" : "refund.create";
    key.key = fmt::format("{:016x}-{}", next(), n);
    // Values that break careless tools.
    if (n % 1009 == 0) key.key = "Key, \"" + key.key + "\"";
    if (n % 1013 == 0) key.key = "schlüssel-€-" + key.key;
    if (n % 1019 == 0) key.key += n % 2 == 0 ? "A" : "a";
    if (n % 1021 == 0) key.key = " " + key.key + " ";
    key.fingerprint = fmt::format("{:016x}", next());
    key.state = "SUCCEEDED";
    key.owner = fmt::format("w-{}", next() % 1000);
    key.completed_by = key.owner;
    key.currency = kCurrencies[next() % 4];
    const std::uint64_t minor = 100 + next() % 100000;
    const int digits = key.currency == "JPY" ? 0 : key.currency == "KWD" ? 3 : 2;
    std::uint64_t unit = 1;
    for (int i = 0; i < digits; ++i) unit *= 10;
    key.amount = digits == 0 ? std::to_string(minor) : fmt::format("{}.{:0{}}", minor / unit, minor % unit, digits);
    key.customer = fmt::format("c-{}", next() % 100000);
    key.created =
        kAsOf - kDay - static_cast<Micros>(next() % static_cast<std::uint64_t>(20 * kDay / kSecond)) * kSecond;
    key.locked = key.created + 2 * kMinute;
    key.effect_started = key.created + kSecond;
    key.completed = key.created + 2 * kSecond;
    key.expires = key.created + 30 * kDay;
    key.resource = fmt::format("o-{}", n);
    if (m_witnesses) {
      key.approved_fingerprint = key.fingerprint;
      key.approved_at = key.created - kMinute;
      key.approval_expires = key.created + kHour;
    }
    record.id = key.resource;
    record.tenant = key.tenant;
    record.operation = key.operation;
    record.key = key.key;
    record.order_ref = fmt::format("ref-{}", n);
    record.cents = std::to_string(minor);
    record.currency = key.currency;
    record.customer = key.customer;
    record.status = "paid";
    record.fingerprint = key.fingerprint;
    record.created = key.created + kSecond;
  }

  void write(const KeyRow& k) {
    m_keys << field(k.tenant) << ',' << k.operation << ',' << field(k.key) << ',' << k.fingerprint << ',' << k.state
           << ',' << k.owner << ',' << k.completed_by << ',' << k.resource << ',' << k.amount << ',' << k.currency
           << ',' << k.customer << ',' << time_field(k.created) << ',' << time_field(k.locked) << ','
           << time_field(k.effect_started) << ',' << time_field(k.completed) << ',' << time_field(k.expires);
    if (m_witnesses)
      m_keys << ',' << k.approved_fingerprint << ',' << time_field(k.approved_at) << ','
             << time_field(k.approval_expires);
    m_keys << '\n';
  }
  void write(const RecordRow& r) {
    m_records << r.id << ',' << field(r.tenant) << ',' << r.operation << ',' << field(r.key) << ',' << r.order_ref
              << ',' << r.cents << ',' << r.currency << ',' << r.customer << ',' << r.status << ',' << r.fingerprint
              << ',' << time_field(r.created) << '\n';
  }
  void provider(const std::string& key, const std::string& cents, const std::string& currency,
                const std::string& status, Micros created) {
    if (m_witnesses)
      m_provider << "ch-" << ++m_charges << ',' << field(key) << ',' << cents << ',' << currency << ',' << status << ','
                 << time_field(created) << '\n';
  }
  void event(const std::string& key, Micros created, Micros processed, const std::string& id = "") {
    if (m_witnesses)
      m_events << (id.empty() ? "e-" + std::to_string(++m_event) : id) << ',' << field(key) << ",mailer,"
               << time_field(created) << ',' << time_field(processed) << '\n';
  }
  void execution(const std::string& key, Micros started, Micros finished) {
    if (m_witnesses)
      m_executions << "x-" << ++m_execution << ',' << field(key) << ",place_order,s-" << next() % 5 << ','
                   << time_field(started) << ',' << time_field(finished) << '\n';
  }
  // What the further witnesses say of an effect that went well.
  void witness(const RecordRow& r) {
    provider(r.key, r.cents, r.currency, "succeeded", r.created);
    event(r.key, r.created, r.created + kSecond);
    execution(r.key, r.created - kSecond, r.created);
  }

  std::map<std::string, Expected> expected;
  bool witnesses() const { return m_witnesses; }

 private:
  bool m_witnesses;
  std::uint64_t m_state;
  std::uint64_t m_count = 0;
  std::uint64_t m_charges = 0, m_event = 0, m_execution = 0;
  std::ofstream m_keys, m_records, m_provider, m_events, m_executions;
};

// A way to make one discrepancy out of an agreeing pair: changes it, says which rows to write and what is expected.
struct Injection {
  std::string name;
  int times;
  std::function<void(Books&, KeyRow&, RecordRow&)> write;
};

void expect(Books& books, const std::string& name, std::int64_t keys, std::int64_t records, std::int64_t provider = 0) {
  Expected& sum = books.expected[name];
  sum.keys += keys;
  sum.records += records;
  sum.provider += books.witnesses() ? provider : 0;
}

std::vector<Injection> injections() {
  using K = KeyRow;
  using R = RecordRow;
  const auto both = [](const char* name, int times, auto change) {
    return Injection{name, times, [name, change](Books& b, K& k, R& r) {
                       b.witness(r);
                       change(k, r);
                       b.write(k);
                       b.write(r);
                       expect(b, name, 1, 1, 1);
                     }};
  };
  const auto key_only = [](const char* name, int times, auto change) {
    return Injection{name, times, [name, change](Books& b, K& k, R& r) {
                       change(k, r);
                       b.write(k);
                       expect(b, name, 1, 0);
                     }};
  };
  const auto record_only = [](const char* name, int times, auto change) {
    return Injection{name, times, [name, change](Books& b, K& k, R& r) {
                       change(k, r);
                       b.write(r);
                       b.witness(r);
                       expect(b, name, 0, 1, r.key.empty() ? 0 : 1);
                       if (r.key.empty() && b.witnesses()) expect(b, "provider-only", 0, 0, 1);
                     }};
  };
  std::vector<Injection> list;
  list.push_back(key_only("failed-without-record", 50, [](K& k, R&) {
    k.state = "FAILED_FINAL";
    k.resource = "";
  }));
  list.push_back(key_only("in-flight", 21, [](K& k, R&) {
    k.state = "PROCESSING";
    k.created = kAsOf - 2 * kMinute;
    k.locked = kAsOf + 3 * kMinute;
    k.completed = 0;
    k.resource = "";
    k.completed_by = "";
    k.expires = kAsOf + kDay;
    k.approval_expires = 0;
  }));
  list.push_back(key_only("settling", 17, [](K& k, R&) {
    k.created = kAsOf - kMinute;
    k.completed = kAsOf - kMinute;
    k.expires = kAsOf + kDay;
    k.approval_expires = 0;
  }));
  list.push_back(record_only("beyond-retention", 23, [](K&, R& r) { r.created = kAsOf - 40 * kDay; }));
  list.push_back({"no-live-effect", 9, [](Books& b, K&, R& r) {
                    r.key = "";
                    r.status = "cancelled";
                    b.write(r);
                    expect(b, "no-live-effect", 0, 1);
                  }});
  list.push_back(both("unmapped", 5, [](K& k, R&) { k.state = "FROBNICATED"; }));
  list.push_back(both("clock-anomaly", 6, [](K& k, R&) { k.completed = k.created - kHour; }));
  list.push_back(both("clock-anomaly", 2, [](K&, R& r) { r.created = kAsOf + 2 * kHour; }));
  list.push_back({"scope-leak", 7, [](Books& b, K& k, R& r) {
                    r.tenant = "other-" + r.tenant;
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "scope-leak", 1, 1, 1);
                  }});
  list.push_back({"scope-leak", 4, [](Books& b, K& k, R& r) {  // another tenant's key names this record
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 1);
                    k.key += "-thief";
                    k.tenant = "thief";
                    b.write(k);
                    expect(b, "scope-leak", 1, 0);
                  }});
  list.push_back(both("fencing-breach", 8, [](K& k, R&) { k.completed_by = "w-other"; }));
  list.push_back({"reexecuted-after-expiry", 11, [](Books& b, K& k, R& r) {
                    b.event(r.key, r.created, r.created + kSecond);
                    b.execution(r.key, k.created, k.completed);
                    b.provider(r.key, r.cents, r.currency, "succeeded", r.created);
                    k.created = kAsOf - 15 * kDay;
                    k.completed = k.created + kSecond;
                    k.expires = kAsOf - 12 * kDay;
                    r.created = k.created;
                    k.approval_expires = 0;
                    b.write(k);
                    b.write(r);
                    r.id += "-again";
                    r.created = kAsOf - 5 * kDay;
                    b.write(r);
                    expect(b, "reexecuted-after-expiry", 1, 2, 1);
                  }});
  list.push_back({"duplicate-effect", 13, [](Books& b, K& k, R& r) {
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    r.id += "-2";
                    r.created += kMinute;
                    b.write(r);
                    expect(b, "duplicate-effect", 1, 2, 1);
                  }});
  list.push_back({"duplicate-effect", 3, [](Books& b, K& k, R& r) {
                    b.witness(r);
                    b.write(k);
                    for (int i = 0; i < 4; ++i) {
                      b.write(r);
                      r.id += "x";
                    }
                    expect(b, "duplicate-effect", 1, 4, 1);
                  }});
  list.push_back({"matched", 6, [](Books& b, K& k, R& r) {  // a failed attempt beside the good one is no duplicate
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    r.id += "-failed";
                    r.status = "declined";
                    b.write(r);
                    expect(b, "matched", 1, 2, 1);
                  }});
  list.push_back({"ghost-duplicate", 12, [](Books& b, K& k, R& r) {
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 1);
                    k.key += "-ghost";
                    k.resource += "-ghost";
                    r.key = k.key;
                    r.id = k.resource;
                    k.created += 10 * kMinute;
                    k.locked = k.created + kMinute;
                    k.completed = k.created + kSecond;
                    r.created = k.created;
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "ghost-duplicate", 1, 1, 1);
                  }});
  list.push_back({"matched", 5, [](Books& b, K& k, R& r) {  // the same reference a week later is a new order
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 1);
                    k.key += "-later";
                    k.resource += "-later";
                    r.key = k.key;
                    r.id = k.resource;
                    const Micros later = k.created > kAsOf - 10 * kDay ? -7 * kDay : 7 * kDay;
                    k.created += later;
                    k.locked += later;
                    k.completed += later;
                    k.expires += later;
                    k.effect_started += later;
                    k.approved_at = k.approved_at == 0 ? 0 : k.approved_at + later;
                    k.approval_expires = k.approval_expires == 0 ? 0 : k.approval_expires + later;
                    r.created = k.created;
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 1);
                  }});
  list.push_back({"matched", 8, [](Books& b, K& k, R& r) {  // one raw key in two tenants is no leak
                    b.witness(r);
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, b.witnesses() ? 1 : 0);
                    k.tenant += "-b";
                    r.tenant = k.tenant;
                    k.resource += "-b";
                    r.id = k.resource;
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 0);
                  }});
  list.push_back(both("fingerprint-conflict", 14, [](K&, R& r) { r.fingerprint = "0000000000000000"; }));
  list.push_back(both("value-mismatch", 5, [](K& k, R&) { k.amount = "0.01"; }));
  list.push_back(both("value-mismatch", 4, [](K& k, R&) { k.currency = "CHF"; }));
  list.push_back(both("value-mismatch", 3, [](K& k, R&) { k.customer = "c-other"; }));
  list.push_back(both("value-mismatch", 2, [](K& k, R&) { k.resource = "o-0"; }));
  list.push_back(both("unknown-resolvable", 9, [](K& k, R&) {
    k.state = "OUTCOME_UNKNOWN";
    k.completed = 0;
    k.completed_by = "";
  }));
  list.push_back(key_only("outcome-unknown", 10, [](K& k, R&) {
    k.state = "OUTCOME_UNKNOWN";
    k.completed = 0;
    k.completed_by = "";
    k.resource = "";
  }));
  list.push_back(key_only("outcome-unknown", 6, [](K& k, R&) {
    k.state = "PROCESSING";
    k.completed = 0;
    k.completed_by = "";
    k.resource = "";
  }));
  list.push_back(both("stuck-effect-done", 16, [](K& k, R&) {
    k.state = "PROCESSING";
    k.completed = 0;
    k.completed_by = "";
    k.resource = "";
  }));
  list.push_back(key_only("stuck-no-effect", 15, [](K& k, R&) {
    k.state = "PROCESSING";
    k.completed = 0;
    k.completed_by = "";
    k.resource = "";
    k.effect_started = 0;
  }));
  list.push_back(key_only("lost-effect", 19, [](K&, R&) {}));
  list.push_back(both("failed-with-record", 18, [](K& k, R&) {
    k.state = "FAILED_FINAL";
    k.resource = "";
  }));
  list.push_back(key_only("orphan-key", 20, [](K& k, R&) { k.resource = ""; }));
  list.push_back(record_only("outage-record", 7, [](K&, R& r) {
    r.created = kAsOf - 10 * kDay + 5 * kMinute;
    r.key = "";
  }));
  list.push_back(record_only("tombstone-gap", 22, [](K&, R& r) { r.created = kAsOf - 3 * kDay; }));
  list.push_back(record_only("unkeyed-record", 24, [](K&, R& r) {
    r.key = "";
    r.created = kAsOf - 3 * kDay;
  }));
  list.push_back(both("expiry-anomaly", 25, [](K& k, R&) { k.expires = 0; }));
  // A record without a key whose id the key names is one story.
  list.push_back({"matched", 26, [](Books& b, K& k, R& r) {
                    b.witness(r);
                    r.key = "";
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 1);
                  }});
  return list;
}

std::vector<Injection> witness_injections() {
  using K = KeyRow;
  using R = RecordRow;
  std::vector<Injection> list;
  const auto approval = [](const char* name, int times, auto change) {
    return Injection{name, times, [name, change](Books& b, K& k, R& r) {
                       b.witness(r);
                       change(k, r);
                       b.write(k);
                       b.write(r);
                       expect(b, name, 1, 1, 1);
                     }};
  };
  list.push_back(approval("executed-unapproved", 5, [](K& k, R&) {
    k.approved_fingerprint = "";
    k.approved_at = 0;
    k.approval_expires = 0;
  }));
  list.push_back(approval("executed-differs-from-approved", 6, [](K& k, R&) { k.approved_fingerprint = "ffff"; }));
  list.push_back(
      approval("executed-after-approval-expiry", 7, [](K& k, R&) { k.approval_expires = k.created - kSecond; }));
  list.push_back({"provider-drift", 8, [](Books& b, K& k, R& r) {
                    b.provider(r.key, "1", r.currency, "succeeded", r.created);
                    b.event(r.key, r.created, r.created);
                    b.write(k);
                    b.write(r);
                    expect(b, "provider-drift", 1, 1, 1);
                  }});
  list.push_back({"provider-drift", 4, [](Books& b, K& k, R& r) {
                    b.provider(r.key, r.cents, r.currency, "disputed", r.created);
                    b.event(r.key, r.created, r.created);
                    b.write(k);
                    b.write(r);
                    expect(b, "provider-drift", 1, 1, 1);
                  }});
  list.push_back({"provider-only", 9, [](Books& b, K& k, R& r) {
                    b.provider(k.key, r.cents, r.currency, "succeeded", r.created);
                    expect(b, "provider-only", 0, 0, 1);
                  }});
  list.push_back({"local-only", 10, [](Books& b, K& k, R& r) {
                    b.event(r.key, r.created, r.created);
                    b.write(k);
                    b.write(r);
                    expect(b, "local-only", 1, 1);
                  }});
  list.push_back({"unknown-resolvable", 3, [](Books& b, K& k, R& r) {
                    k.state = "OUTCOME_UNKNOWN";
                    k.resource = "";
                    b.provider(k.key, r.cents, r.currency, "succeeded", r.created);
                    b.write(k);
                    expect(b, "unknown-resolvable", 1, 0, 1);
                  }});
  list.push_back({"record-without-event", 11, [](Books& b, K& k, R& r) {
                    b.provider(r.key, r.cents, r.currency, "succeeded", r.created);
                    b.write(k);
                    b.write(r);
                    expect(b, "record-without-event", 1, 1, 1);
                  }});
  list.push_back({"event-without-processing", 12, [](Books& b, K& k, R& r) {
                    b.provider(r.key, r.cents, r.currency, "succeeded", r.created);
                    b.event(r.key, r.created, 0);
                    b.write(k);
                    b.write(r);
                    expect(b, "event-without-processing", 1, 1, 1);
                  }});
  list.push_back({"consumed-twice", 13, [](Books& b, K& k, R& r) {
                    b.provider(r.key, r.cents, r.currency, "succeeded", r.created);
                    b.event(r.key, r.created, r.created, "ev-" + r.id);
                    b.event(r.key, r.created, r.created, "ev-" + r.id);
                    b.write(k);
                    b.write(r);
                    expect(b, "consumed-twice", 1, 1, 1);
                  }});
  list.push_back({"fencing-breach", 5, [](Books& b, K& k, R& r) {
                    b.witness(r);
                    b.execution(r.key, r.created - kSecond / 2, r.created + kSecond);
                    b.write(k);
                    b.write(r);
                    expect(b, "fencing-breach", 1, 1, 1);
                  }});
  list.push_back({"matched", 14, [](Books& b, K& k, R& r) {
                    b.witness(r);
                    b.execution(r.key, r.created + kMinute, r.created + kMinute);
                    b.write(k);
                    b.write(r);
                    expect(b, "matched", 1, 1, 1);
                  }});
  return list;
}

int make(const std::string& folder, std::int64_t pairs, std::uint64_t seed, bool witnesses) {
  Books books(folder, seed, witnesses);
  std::vector<Injection> todo;
  for (const Injection& one : injections())
    for (int i = 0; i < one.times; ++i) todo.push_back(one);
  if (witnesses)
    for (const Injection& one : witness_injections())
      for (int i = 0; i < one.times; ++i) todo.push_back(one);
  const std::int64_t every = std::max<std::int64_t>(1, pairs / static_cast<std::int64_t>(todo.size()));
  std::size_t done = 0;
  KeyRow key;
  RecordRow record;
  for (std::int64_t i = 0; i < pairs; ++i) {
    books.pair(key, record);
    books.write(key);
    books.write(record);
    books.witness(record);
    expect(books, "matched", 1, 1, 1);
    for (; done < todo.size() && (i + 1 == pairs || static_cast<std::int64_t>(done + 1) * every <= i + 1); ++done) {
      books.pair(key, record);
      todo[done].write(books, key, record);
    }
  }
  std::ofstream out(folder + "/expected.txt");
  for (const auto& [name, sum] : books.expected)
    out << name << ' ' << sum.keys << ' ' << sum.records << ' ' << sum.provider << '\n';
  return 0;
}

int check(const std::string& folder, const std::string& path) {
  std::ifstream file(path);
  const nlohmann::json report = nlohmann::json::parse(file, nullptr, false);
  if (report.is_discarded()) {
    std::cout << path << ": no report\n";
    return 1;
  }
  std::map<std::string, Expected> found;
  const auto add = [&](const std::string& name, const nlohmann::json& count) {
    if (count["groups"] != 0) found[name] = {count["keys"], count["records"], count["provider"]};
  };
  for (const auto& [name, count] : report["summary"]["agreeing"].items()) add(name, count);
  for (const nlohmann::json& one : report["classes"]) add(one["class"], one["count"]);
  int wrong = report["summary"]["adds_up"] == true ? 0 : 1;
  std::map<std::string, Expected> expected;
  std::ifstream list(folder + "/expected.txt");
  for (std::string name; list >> name;)
    list >> expected[name].keys >> expected[name].records >> expected[name].provider;
  for (const auto& [name, sum] : found) expected.emplace(name, Expected{});
  for (const auto& [name, sum] : expected) {
    const Expected& got = found[name];
    if (got.keys == sum.keys && got.records == sum.records && got.provider == sum.provider) continue;
    ++wrong;
    std::cout << fmt::format("{}: expected {} keys {} records {} provider, found {} {} {}\n", name, sum.keys,
                             sum.records, sum.provider, got.keys, got.records, got.provider);
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "check") return check(words[1], words[2]);
  if (words.size() < 3) {
    std::cerr << "make_books FOLDER PAIRS SEED [witnesses] | make_books check FOLDER REPORT.json\n";
    return 2;
  }
  return make(words[0], std::atoll(words[1].c_str()), static_cast<std::uint64_t>(std::atoll(words[2].c_str())),
              words.size() > 3);
}
