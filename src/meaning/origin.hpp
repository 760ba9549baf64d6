// Where a value comes from: the few kinds that keys, fingerprints and scopes turn on.
#pragma once

#include "engine/interpreter.hpp"

#include <string>
#include <vector>

namespace idem {

enum class OriginKind : std::uint8_t {
  constant,
  header,  // name
  body,    // name = field, as far as known
  path,
  query,
  caller,  // the authenticated tenant, user or client
  clock,
  random,
  digest,      // a hash of the origins in `of`
  attempt_id,  // an id that names one attempt: request id, trace id, tool call id
  result,      // what a call into a library or data base gave; value = that call
  environment,
  unknown,
};

struct Origin {
  OriginKind kind = OriginKind::unknown;
  std::string name;
  V value = nullptr;
  Site site;
  std::vector<Origin> of;
};

// All origins of a value, without repeats, at most 24.
const std::vector<Origin>& origins_of(Interpreter& interpreter, V value);  // memoised
// Remembers what a call writes into a hash, for the origins of what is read from it later.
void note_written(Interpreter& interpreter, V called);
bool has_origin(const std::vector<Origin>& origins, OriginKind kind);  // looks inside digests too
const Origin* find_origin(const std::vector<Origin>& origins, OriginKind kind);

// Vocabulary of names, in any spelling (camel, snake, kebab, header).
bool names_a_key(std::string_view name);          // idempotency_key, Idempotency-Key, dedupe_id, client_request_id
bool names_an_attempt(std::string_view name);     // x-request-id, traceparent, tool_call_id, run_id
bool names_a_caller(std::string_view name);       // user_id, tenant, account, merchant, client_id
bool names_a_fingerprint(std::string_view name);  // fingerprint, request_hash, payload_hash, print
std::string plain_name(std::string_view name);    // lower case letters and digits only

// The words of what a call is made on, outermost first, and its method: `this.ledger.client.mint()` → {ledger, client},
// mint. Memoised.
struct CallWords {
  std::vector<std::string> receiver;
  std::string method, plain_method;
};
const CallWords& words_of(Interpreter& interpreter, V called);
// "submitDeposit" → {"submit", "deposit"}.
std::vector<std::string> split_words(std::string_view name);

}  // namespace idem
