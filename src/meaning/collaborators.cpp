#include "meaning/operation.hpp"

#include "meaning/origin.hpp"

#include <algorithm>
#include <set>

namespace idem {

namespace {

using Words = std::set<std::string>;

const Words kWho = {"ledger", "gateway",   "payment", "payments", "bank",    "psp",    "wallet", "wallets",
                    "vault",  "vaults",    "chain",   "payout",   "payouts", "stripe", "paypal", "adyen",
                    "square", "braintree", "billing", "treasury", "lnd",     "card",   "cards",  "acquirer"};
const Words kReads = {"get",   "find", "list", "fetch", "retrieve", "search", "status",
                      "count", "is",   "has",  "quote", "validate", "parse",  "format"};

bool any_word(const std::vector<std::string>& words, const Words& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return wanted.contains(word); });
}

}  // namespace

bool moves_money(Interpreter& interpreter, V called) {
  static const Words kWhat = {"charge",   "mint",  "refund", "transfer", "payout",  "capture",
                              "credit",   "debit", "submit", "withdraw", "deposit", "pay",
                              "disburse", "burn",  "settle", "void",     "post",    "send"};
  if (called->args == nullptr || called->receiver == nullptr) return false;
  // What the project itself defines is followed, not guessed at; what a row knows is known.
  if (called->lib != nullptr && !called->lib->rows.empty()) return false;
  const CallWords& words = words_of(interpreter, called);
  const std::vector<std::string> method = split_words(words.method);
  if (method.empty() || words.receiver.empty() || kReads.contains(method.front())) return false;
  if (method.front() == "post" || method.front() == "send") return false;
  // RefundParams{…}, new PayoutRequest(…): what is handed over, not the handing over.
  static const Words kThings = {"params", "param",   "request", "input", "options", "option",  "args", "dto",
                                "body",   "builder", "config",  "error", "event",   "command", "item", "type"};
  if (method.size() > 1 && kThings.contains(method.back())) return false;
  return any_word(words.receiver, kWho) && kWhat.contains(method.front());
}

bool asks_provider(Interpreter& interpreter, V called) {
  static const Words kAsks = {"get", "find", "list", "fetch", "retrieve", "search", "status", "lookup", "query"};
  if (called->args == nullptr || called->receiver == nullptr) return false;
  const CallWords& words = words_of(interpreter, called);
  const std::vector<std::string> method = split_words(words.method);
  if (method.empty() || words.receiver.empty() || !kAsks.contains(method.front())) return false;
  for (const std::string& word : method)
    if (word == "balance" || word == "balances" || word == "methods" || word == "config" || word == "rate")
      return false;
  if (called->lib == nullptr) return any_word(words.receiver, kWho);
  // Of a library of the project's data this is a read of rows.
  if (interpreter.libraries().writes_data(called->lib)) return false;
  return any_word(words.receiver, kWho) && called->lib->rows.empty();
}

}  // namespace idem
