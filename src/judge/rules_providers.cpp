// Rules about the other side: what it promises, what its answers mean, and what is done about them.
#include "judge/rule_set.hpp"

#include "providers/providers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

namespace {

struct ProviderRules : RuleSet {
  const Provider* provider_of(const Operation& effect) const {
    const Provider* named = effect.row == nullptr ? nullptr : find_provider(effect.row->text("provider"));
    if (named != nullptr || effect.call == nullptr || effect.call->lib == nullptr) return named;
    return provider_of_module(effect.call->lib->module);
  }

  // A call that makes something new at a provider that would take a key. Links and sessions only lead to a payment.
  void without_key() {
    static const std::set<std::string> kMakes = {"create",   "capture", "confirm",  "pay",     "refund",  "transfer",
                                                 "charge",   "send",    "reverse",  "sale",    "payout",  "execute",
                                                 "new",      "post",    "payments", "refunds", "payouts", "transfers",
                                                 "captures", "cancels", "reversals"};
    static const std::set<std::string> kLeads = {"session", "sessions", "link", "links", "portal", "quote", "quotes"};
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& effect = ops()[i];
      if (!strong(static_cast<int>(i)) || effect.provider_key != nullptr) continue;
      const Provider* provider = provider_of(effect);
      if (provider == nullptr || provider->takes_key != Answer::yes) continue;
      const CallWords words = words_of(subject.interpreter, effect.call);
      const std::vector<std::string> method = split_words(words.method);
      const auto leads = [](const std::vector<std::string>& all) {
        return std::any_of(all.begin(), all.end(), [](const std::string& word) { return kLeads.contains(word); });
      };
      if (method.empty() || !kMakes.contains(method.front()) || leads(words.receiver) || leads(method)) continue;
      const std::string& family = subject.interpreter.program().file(effect.site.file).family;
      const auto how = std::find_if(provider->sdk.begin(), provider->sdk.end(),
                                    [&](const auto& one) { return one.first == family; });
      add("provider-call-without-key", effect.site, Tier::strong, Confidence::high,
          fmt::format("{} calls {} ({}) without a key, and {} takes one ({})", subject_name(subject),
                      call_text(subject, effect), where(subject, effect.site), provider->name,
                      how == provider->sdk.end() ? provider->key : how->second),
          {{effect.site, call_text(subject, effect)}});
    }
  }

  // Neither a key nor a look-up: where the rest is done well, or tries again, this gap is what remains.
  void without_contract() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !strong(seen.op)) continue;
      const Operation& effect = op(seen.op);
      const Provider* provider = provider_of(effect);
      if (provider == nullptr || provider->takes_key != Answer::no || provider->lookup != Answer::no) continue;
      const bool retried = std::any_of(seen.state.scopes.begin(), seen.state.scopes.end(),
                                       [](const OpenScope& scope) { return scope.kind == OpenScope::Kind::retry; });
      if (!retried && !protection_of(subject, seen.op).claimed) continue;
      add("provider-without-contract", effect.site, Tier::strong, Confidence::medium,
          fmt::format(
              "{} calls {} ({}) through {}, which takes no key and cannot be asked afterwards: when its answer is "
              "lost nobody can tell whether it happened{}",
              subject_name(subject), call_text(subject, effect), where(subject, effect.site), provider->name,
              retried ? ", and this tries again" : ""),
          {{effect.site, call_text(subject, effect)}});
      return;
    }
  }

  // "Not found" leads to a second run that the provider cannot tell from a new one.
  void absence() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !strong(seen.op)) continue;
      const Operation& effect = op(seen.op);
      if (protection_of(subject, seen.op).provider_key) continue;
      if (const Provider* provider = provider_of(effect); provider != nullptr && provider->absence_final == Answer::yes)
        continue;
      for (const Tracked& tracked : seen.state.tracked) {
        if (op(tracked.op).kind != OpKind::inquiry || (tracked.known != Known::no && tracked.known != Known::failed))
          continue;
        add("absence-trusted", op(tracked.op).site, Tier::strong, Confidence::medium,
            fmt::format(
                "{} takes \"not found\" ({}) for \"not done\" and runs {} ({}) {}: the first one may only not be "
                "visible yet",
                subject_name(subject), where(subject, op(tracked.op).site), call_text(subject, effect),
                where(subject, effect.site), effect.provider_key == nullptr ? "without a key" : "with a new key"),
            {{op(tracked.op).site, "asks"}, {effect.site, call_text(subject, effect)}});
        return;
      }
    }
  }

  // A conflict about the key is answered with another key.
  void conflict() {
    const auto keyed = std::find_if(ops().begin(), ops().end(), [](const Operation& one) {
      return one.kind == OpKind::effect && one.provider_key != nullptr;
    });
    if (keyed == ops().end()) return;
    for (const auto& [value, site] : subject.states.fresh_on_conflict) {
      add("conflict-retried-with-new-key", site, Tier::strong, Confidence::medium,
          fmt::format(
              "{} makes a new key when {} ({}) answers that the old one is in use or stands for another request: "
              "the action is then done again",
              subject_name(subject), call_text(subject, *keyed), where(subject, keyed->site)),
          {{keyed->site, call_text(subject, *keyed)}, {site, "makes a new key"}});
      return;
    }
  }
};

}  // namespace

void rules_of_providers(const Case& subject, std::vector<Finding>& findings) {
  ProviderRules rules{{subject, findings}};
  rules.without_key();
  rules.without_contract();
  rules.absence();
  rules.conflict();
}

}  // namespace idem
