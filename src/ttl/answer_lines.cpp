#include "ttl/render.hpp"

#include <fmt/core.h>

namespace idem {

std::string factor_in_words(std::int64_t ppm) {
  std::string text = fmt::format("{}.{:06}", ppm / kPpm, ppm % kPpm);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string need_in_words(const TtlReport& report) {
  const Budget& budget = report.budget;
  if (!budget.need) return "there is no end to the retries";
  std::string sum;
  for (const Horizon& horizon : budget.horizons)
    if (horizon.dominates) sum = fmt::format("{} {}", horizon.name, to_human(horizon.reach));
  const auto add = [&](const char* name, Duration amount) {
    if (amount.ms > 0) sum += fmt::format("{}{} {}", sum.empty() ? "" : " + ", name, to_human(amount));
  };
  add(report.question.terms.from_claim ? "work, twice" : "work", budget.work);
  add("clock skew", budget.clock_skew);
  if (sum.empty()) sum = "nothing sends again";
  if (report.question.terms.margin_ppm != kPpm)
    sum = fmt::format("({}) × {}", sum, factor_in_words(report.question.terms.margin_ppm));
  return fmt::format("{}, counted from the {}", sum, report.question.terms.from_claim ? "claim" : "last completion");
}

std::vector<AnswerLine> answer_lines(const TtlReport& report) {
  const Budget& budget = report.budget;
  std::vector<AnswerLine> lines;
  const std::string needed = budget.need ? to_human(*budget.need) : "no end";
  if (!budget.ttl) {
    lines.push_back({"TTL", "none", "no finite TTL protects this"});
  } else if (budget.floor_decides) {
    lines.push_back({"TTL", to_human(*budget.ttl), fmt::format("the floor decides; the need is {}", needed)});
  } else {
    const std::string limits = budget.above_ceiling
                                   ? fmt::format("above the ceiling of {}, which gives way", to_human(budget.ceiling))
                                   : fmt::format("between the floor of {} and the ceiling of {}",
                                                 to_human(budget.floor), to_human(budget.ceiling));
    lines.push_back({"TTL", to_human(*budget.ttl), fmt::format("the need decides; {}", limits)});
  }
  lines.push_back({"  needed", needed, need_in_words(report)});
  const std::string renew = fmt::format("renew it every {}", to_human(budget.heartbeat));
  lines.push_back({"Lease", to_human(budget.lease),
                   budget.lease_assumed ? "assumed, since --work is not said; " + renew
                                        : "the longest run, a tenth more, and the clock skew; never the TTL"});
  lines.push_back(
      {"Reaper", "every " + to_human(budget.reaper), "deletes expired records; validity is judged by time"});
  lines.push_back({"Tombstone", budget.tombstone ? to_human(*budget.tombstone) : "for ever",
                   "key digest, fingerprint and outcome stay so long, without the body"});
  return lines;
}

std::vector<AnswerLine> storage_lines(const Storage& storage, const StorageTerms& terms) {
  std::vector<AnswerLine> lines;
  const bool grows = terms.replicas != 1 || terms.index_factor_ppm != kPpm;
  const auto bytes = [&](const StoredBytes& stored) {
    return grows ? fmt::format("{}, {} in all", human_bytes(stored.raw), human_bytes(stored.total))
                 : human_bytes(stored.raw);
  };
  const std::string overhead = grows ? fmt::format(" (index factor {}, {} {})", factor_in_words(terms.index_factor_ppm),
                                                   terms.replicas, terms.replicas == 1 ? "copy" : "copies")
                                     : "";
  lines.push_back({"live keys", grouped(storage.live.keys),
                   fmt::format("every request counted as a new key, kept {}", to_human(storage.ttl))});
  lines.push_back(
      {"bytes", bytes(storage.live), fmt::format("{} a record{}", human_bytes(terms.record_bytes), overhead)});
  lines.push_back(
      {"requests", per_second(storage.average_mps),
       fmt::format("on average; {} at peak (× {})", per_second(storage.peak_mps), factor_in_words(terms.peak_ppm))});
  if (terms.duplicates_ppm > 0)
    lines.push_back({"duplicates", per_second(storage.duplicates_mps),
                     fmt::format("at peak ({} %)", factor_in_words(terms.duplicates_ppm * 100))});
  for (const Storage::Compared& row : storage.compared)
    lines.push_back({"with " + to_human(row.ttl), bytes(row.stored),
                     fmt::format("{} × as much", factor_in_words(row.ratio_ppm / 1000 * 1000))});
  lines.push_back(
      {"hash and pointer", bytes(storage.pointer),
       fmt::format("{} a record: the body is not kept but found again", human_bytes(storage.pointer_record_bytes))});
  lines.push_back({"daily partitions", bytes(storage.partitioned),
                   fmt::format("{} partitions; up to a day longer, and {} deletes fewer", storage.partitions,
                               per_second(storage.deletes_mps))});
  lines.push_back({"tombstones", bytes(storage.tombstones),
                   fmt::format("{} keys of {} until {}", grouped(storage.tombstones.keys),
                               human_bytes(storage.tombstone_bytes), to_human(storage.tombstone))});
  return lines;
}

}  // namespace idem
