#pragma once

#include "reconcile/classes.hpp"
#include "reconcile/store.hpp"
#include "records/money.hpp"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace idem::books {

// One discrepancy: a group of rows with its class.
struct Finding {
  std::size_t primary = 0;        // index into discrepancy_classes()
  std::vector<std::size_t> tags;  // the further classes that fit
  std::int64_t keys = 0;          // rows
  std::int64_t records = 0;
  std::int64_t provider = 0;
  std::string tenant, operation, key, resource;  // "" where not known
  std::string state;                             // of the key, "" without one
  std::string business;
  std::vector<std::string> record_ids;  // the first and the last; all when there are at most two
  std::string amount, currency;         // at stake; "" where not known
  std::optional<Micros> created;        // of the key, else of the record
  std::optional<Micros> record_created;
  std::optional<Micros> expires;
  std::string other;  // the other witness in words
  std::string owner;
  std::optional<Micros> locked;
  std::optional<Micros> updated;
  std::string provider_ref;
  std::string bad;  // the column that could not be read
  std::int64_t source = 0;
  bool recheck = true;
};

// A way in which rows agree or are not judged; with the classes they make up all rows.
enum class Neutral : std::uint8_t {
  matched,
  failed_without_record,
  waiting,
  in_flight,
  settling,
  beyond_retention,
  no_live_effect,
  outside_window
};
inline constexpr std::size_t kNeutrals = 8;
std::string_view name_of(Neutral neutral);  // "matched", "failed-without-record", ...
std::string_view text_of(Neutral neutral);

struct Count {
  std::int64_t groups = 0;
  std::int64_t keys = 0;
  std::int64_t records = 0;
  std::int64_t provider = 0;
};

struct ClassSummary {
  Count count;
  std::int64_t tagged = 0;  // groups that carry it as a tag
  MoneyByCurrency money;
  std::optional<Micros> oldest;
  std::optional<Micros> newest;
  std::vector<Finding> samples;
};

struct GhostMeasure {
  std::string tool, session;
  std::int64_t executions = 0;
  std::int64_t invocations = 0;
  std::int64_t repeats() const { return executions - invocations; }
};

struct Report {
  Plan plan;
  std::array<std::vector<std::string>, kSides> sources;  // names without passwords
  std::array<std::int64_t, kSides> rows{};               // read, counted apart from the judging
  std::array<Count, kNeutrals> neutrals{};
  std::vector<ClassSummary> classes;                            // by index of discrepancy_classes()
  std::vector<std::pair<std::string, std::string>> not_judged;  // class, what is lacking
  std::int64_t bad_rows = 0;
  std::vector<std::string> bad_examples;
  std::vector<std::string> notes;
  KeyWords key_words;         // the owner's words for states, for repairs
  std::string keys_relation;  // the table of the keys as SQL writes it, "" where there is none
  bool keys_in_sqlite = false;
  std::string sql;            // of Request::emit
  std::int64_t suspects = 0;  // of Request::part_file: groups left to be judged
  std::string engine;         // "pushed down" or "merged"
  bool measured_ghosts = false;
  std::vector<GhostMeasure> ghosts;
  std::vector<std::pair<std::string, std::int64_t>> repeat_gaps;  // histogram: label, repeats
  std::int64_t findings() const;
  Count total() const;  // neutrals and classes together
  // Whether the rows judged are the rows read, on both sides.
  bool adds_up() const;
};

// Takes answers one by one, counts them and hands findings on.
class Tabulator {
 public:
  // A finding that `confirmed` denies counts as settling.
  Tabulator(Report& report, std::size_t samples, std::function<Result<void>(const Finding&)> on_finding,
            std::function<bool(const Finding&)> confirmed);
  Result<void> take(const Answer& answer);

 private:
  Report& m_report;
  std::size_t m_samples;
  std::function<Result<void>(const Finding&)> m_on_finding;
  std::function<bool(const Finding&)> m_confirmed;
};

// How a key is shown: its first characters and eight digits of its SHA-256, or as it is.
std::string shown_key(const std::string& key, bool whole);

}  // namespace idem::books
