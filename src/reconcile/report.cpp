#include "reconcile/report.hpp"

#include "base/digest.hpp"

#include "reconcile/questions.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

namespace {

struct View {
  const Answer& answer;
  const Fact& fact(std::string_view name) const { return answer.values[result_index(name)]; }
};

// Places of the columns that are read for every answer, looked up once.
struct Places {
  std::size_t nk = result_index("nk"), nr = result_index("nr"), np = result_index("np"), young = result_index("young"),
              state = result_index("k_state"), live = result_index("nr_live");
};

const Places& places() {
  static const Places found;
  return found;
}

std::optional<Micros> time_of(const Fact& fact) {
  return fact.null ? std::nullopt : std::optional<Micros>(fact.number);
}

std::string first_of(const View& view, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const Fact& fact = view.fact(name); !fact.null) return fact.text;
  return "";
}

std::vector<std::size_t> classes_of(std::string_view verdicts) {
  std::vector<std::size_t> found;
  while (!verdicts.empty()) {
    const std::size_t space = verdicts.find(' ');
    found.push_back(class_named(verdicts.substr(0, space)).value());
    verdicts.remove_prefix(space == std::string_view::npos ? verdicts.size() : space + 1);
  }
  return found;
}

Neutral neutral_of(const Answer& answer) {
  const Places& at = places();
  const auto number = [&](std::size_t place) { return answer.values[place].null ? 0 : answer.values[place].number; };
  if (number(at.nk) > 0 && number(at.nr) > 0) return Neutral::matched;
  if (number(at.nk) == 0) {
    if (number(at.nr) == 0) return Neutral::matched;
    return number(at.live) == 0 ? Neutral::no_live_effect : Neutral::beyond_retention;
  }
  switch (static_cast<State>(number(at.state))) {
    case State::waiting:
      return Neutral::waiting;
    case State::processing:
      return Neutral::in_flight;
    case State::failed_retryable:
    case State::failed_final:
      return Neutral::failed_without_record;
    default:
      return Neutral::matched;
  }
}

// What else was seen, in words that need no key to the columns.
std::string other_witness(const View& view, const Finding& finding) {
  const std::string_view id = discrepancy_classes()[finding.primary].id;
  if (id == "ghost-duplicate" || id == "reexecuted-after-expiry") {
    const Fact& prev = view.fact("prev_created");
    if (!view.fact("prev_id").null || !prev.null)
      return fmt::format("before: record {}{}", first_of(view, {"prev_id"}),
                         prev.null ? "" : " at " + format_time(prev.number));
  }
  if (id == "value-mismatch") {
    std::string text;
    const auto compare = [&](std::string_view what, std::string_view a, std::string_view b, std::string_view b_hi) {
      const Fact& x = view.fact(a);
      const Fact& y = view.fact(b);
      if (x.null || y.null || x.text == y.text || x.text == view.fact(b_hi).text) return;
      text += fmt::format("{}{}: key {}, record {}", text.empty() ? "" : "; ", what, x.text, y.text);
    };
    compare("amount", "k_amount", "r_amount", "r_amount_hi");
    compare("currency", "k_currency", "r_currency", "r_currency_hi");
    compare("party", "k_party", "r_party", "r_party_hi");
    compare("resource", "k_resource", "r_id", "r_id_hi");
    if (text.empty() && view.fact("elsewhere_n").number > 0) text = "the record it names is linked to another key";
    return text;
  }
  if (view.fact("p_n").number > 0) {
    std::string text = fmt::format("provider: {} row{}, {}", view.fact("p_n").number,
                                   view.fact("p_n").number == 1 ? "" : "s", first_of(view, {"p_id"}));
    if (const std::string last = first_of(view, {"p_id_hi"}); last != first_of(view, {"p_id"})) text += " .. " + last;
    return text;
  }
  return "";
}

Finding finding_of(const Answer& answer, std::vector<std::size_t> classes) {
  const View view{answer};
  Finding finding;
  finding.primary = classes.front();
  finding.tags.assign(classes.begin() + 1, classes.end());
  finding.keys = view.fact("nk").number;
  finding.records = view.fact("nr").number;
  finding.provider = view.fact("np").number;
  finding.tenant = first_of(view, {"k_tenant", "r_tenant"});
  finding.operation = first_of(view, {"k_operation", "r_operation"});
  finding.key = first_of(view, {"k_key", "r_key"});
  finding.resource = first_of(view, {"k_resource"});
  finding.business = first_of(view, {"r_business", "k_business"});
  if (const Fact& state = view.fact("k_state"); !state.null) finding.state = name_of(static_cast<State>(state.number));
  if (const Fact& low = view.fact("r_id"); !low.null) {
    finding.record_ids.push_back(low.text);
    if (const Fact& high = view.fact("r_id_hi"); high.text != low.text) finding.record_ids.push_back(high.text);
  }
  finding.amount = first_of(view, {"r_amount_hi", "k_amount", "p_amount"});
  finding.currency = first_of(view, {"r_currency", "k_currency", "p_currency"});
  const std::int64_t live = view.fact("nr_live").number;
  if (discrepancy_classes()[finding.primary].id == "duplicate-effect" ||
      discrepancy_classes()[finding.primary].id == "reexecuted-after-expiry")
    if (!finding.amount.empty() && live > 2) finding.amount = times(finding.amount, live - 1);
  finding.created = time_of(view.fact("k_created"));
  finding.record_created = time_of(view.fact("r_created"));
  if (!finding.created)
    finding.created = finding.record_created ? finding.record_created : time_of(view.fact("p_created"));
  finding.expires = time_of(view.fact("k_expires"));
  finding.updated = time_of(view.fact("k_updated"));
  finding.locked = time_of(view.fact("k_locked"));
  finding.owner = first_of(view, {"k_owner"});
  finding.provider_ref = first_of(view, {"p_id", "k_provider_ref", "r_provider_ref"});
  finding.bad = first_of(view, {"k_bad", "r_bad"});
  finding.source = view.fact("k_source").number;
  finding.other = other_witness(view, finding);
  return finding;
}

void add(Count& count, const Answer& answer) {
  const Places& at = places();
  ++count.groups;
  count.keys += answer.values[at.nk].number;
  count.records += answer.values[at.nr].number;
  count.provider += answer.values[at.np].number;
}

}  // namespace

std::string_view name_of(Neutral neutral) {
  static constexpr std::string_view kNames[kNeutrals] = {
      "matched",  "failed-without-record", "waiting",        "in-flight",
      "settling", "beyond-retention",      "no-live-effect", "outside-window"};
  return kNames[static_cast<std::size_t>(neutral)];
}

std::string_view text_of(Neutral neutral) {
  static constexpr std::string_view kTexts[kNeutrals] = {"both sides agree",
                                                         "failed, and nothing was recorded",
                                                         "not yet due (proposed, awaiting approval)",
                                                         "in flight within the lease",
                                                         "younger than the settle time",
                                                         "older than keys are kept",
                                                         "records that failed or were undone, without a key",
                                                         "outside --since/--until"};
  return kTexts[static_cast<std::size_t>(neutral)];
}

std::int64_t Report::findings() const {
  std::int64_t sum = 0;
  for (const ClassSummary& summary : classes) sum += summary.count.groups;
  return sum;
}

Count Report::total() const {
  Count sum;
  const auto add_up = [&](const Count& count) {
    sum.groups += count.groups;
    sum.keys += count.keys;
    sum.records += count.records;
    sum.provider += count.provider;
  };
  for (const Count& count : neutrals) add_up(count);
  for (const ClassSummary& summary : classes) add_up(summary.count);
  return sum;
}

bool Report::adds_up() const {
  const Count sum = total();
  return sum.keys == rows[static_cast<std::size_t>(Side::keys)] &&
         sum.records == rows[static_cast<std::size_t>(Side::records)] &&
         sum.provider == rows[static_cast<std::size_t>(Side::provider)];
}

Tabulator::Tabulator(Report& report, std::size_t samples, std::function<Result<void>(const Finding&)> on_finding,
                     std::function<bool(const Finding&)> confirmed)
    : m_report(report), m_samples(samples), m_on_finding(std::move(on_finding)), m_confirmed(std::move(confirmed)) {
  m_report.classes.resize(discrepancy_classes().size());
}

Result<void> Tabulator::take(const Answer& answer) {
  std::vector<std::size_t> classes = classes_of(answer.verdicts);
  const bool young = answer.values[places().young].number == 1;
  if (classes.empty()) {
    add(m_report.neutrals[static_cast<std::size_t>(neutral_of(answer))], answer);
    return {};
  }
  // What still moves is left out, but for what no waiting will mend.
  const std::string_view first = discrepancy_classes()[classes.front()].id;
  if (young && first != "unmapped" && first != "clock-anomaly") {
    add(m_report.neutrals[static_cast<std::size_t>(Neutral::settling)], answer);
    return {};
  }
  const Finding finding = finding_of(answer, std::move(classes));
  if (!m_confirmed(finding)) {
    add(m_report.neutrals[static_cast<std::size_t>(Neutral::settling)], answer);
    return {};
  }
  ClassSummary& summary = m_report.classes[finding.primary];
  add(summary.count, answer);
  for (const std::size_t tag : finding.tags) ++m_report.classes[tag].tagged;
  if (!finding.amount.empty()) add_money(summary.money, finding.currency, magnitude(finding.amount));
  if (finding.created) {
    if (!summary.oldest || *finding.created < *summary.oldest) summary.oldest = finding.created;
    if (!summary.newest || *finding.created > *summary.newest) summary.newest = finding.created;
  }
  if (m_samples > 0) {
    // The oldest ones, whatever the order in which an engine gives its answers.
    const auto before = [](const Finding& a, const Finding& b) {
      const Micros x = a.created.value_or(INT64_MAX);
      const Micros y = b.created.value_or(INT64_MAX);
      if (x != y) return x < y;
      if (a.key != b.key) return a.key < b.key;
      if (a.record_ids != b.record_ids) return a.record_ids < b.record_ids;
      return a.provider_ref < b.provider_ref;
    };
    auto& samples = summary.samples;
    samples.insert(std::upper_bound(samples.begin(), samples.end(), finding, before), finding);
    if (samples.size() > m_samples) samples.pop_back();
  }
  return m_on_finding(finding);
}

std::string shown_key(const std::string& key, bool whole) {
  if (whole || key.empty()) return key;
  std::size_t length = std::min<std::size_t>(6, key.size() / 3);
  while (length > 0 && (static_cast<unsigned char>(key[length]) & 0xC0U) == 0x80U) --length;  // not inside a character
  return fmt::format("{}…{}", key.substr(0, length), sha256_hex(key).substr(0, 8));
}

}  // namespace idem::books
