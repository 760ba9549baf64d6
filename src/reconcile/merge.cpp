#include "reconcile/merge.hpp"

#include "base/interrupt.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace idem::books {

namespace {

// A row that owns its text, so that the next one can be read beside it. Two of these are swapped for every row: their
// memory stays where it is.
class HeldRow {
 public:
  void hold(const Row& row) {
    *m_row = row;
    std::size_t size = 0;
    for (const Cell& cell : row.cells) size += cell.bytes.size();
    if (m_text.size() <= size) m_text.resize(size + 1);
    char* at = m_text.data();
    for (Cell& cell : m_row->cells) {
      if (cell.kind != Cell::text) continue;
      char* const begin = at;
      at = std::copy(cell.bytes.begin(), cell.bytes.end(), at);
      cell.bytes = std::string_view(begin, static_cast<std::size_t>(at - begin));
    }
  }
  const Row& row() const { return *m_row; }

 private:
  std::unique_ptr<Row> m_row = std::make_unique<Row>();
  std::vector<char> m_text;
};

int compare(const Cell& a, const Cell& b) {
  if (a.is_null() || b.is_null()) return a.is_null() == b.is_null() ? 0 : a.is_null() ? -1 : 1;
  const int order = a.bytes.compare(b.bytes);
  return order == 0 ? 0 : order < 0 ? -1 : 1;
}

// One side: the row at hand and, once its group is known, what follows.
class Stream {
 public:
  Stream(Side side, const Plan& plan, const OrderedRows& rows) : m_link(plan.link_role(side)), m_rows(rows) {}

  Result<void> advance() {
    const Result<bool> got = m_rows(m_next);
    if (!got) return got.error();
    m_open = *got;
    if (!m_open) return {};
    m_held.hold(m_next);
    ++m_count;
    return {};
  }
  bool open() const { return m_open; }
  const Row& row() const { return m_held.row(); }
  const Cell& link() const { return row()[m_link]; }
  std::int64_t count() const { return m_count; }
  void swap_out(HeldRow& other) { std::swap(m_held, other); }

 private:
  Role m_link;
  const OrderedRows& m_rows;
  Row m_next;
  HeldRow m_held;
  bool m_open = true;
  std::int64_t m_count = 0;
};

bool differ(const Cell& a, const Cell& b) {
  return !a.is_null() && !b.is_null() && (a.kind == Cell::text ? a.bytes != b.bytes : a.value != b.value);
}
bool below(const Cell& a, const Cell& b) { return !a.is_null() && !b.is_null() && a.value < b.value; }

bool outside_window(const Settings& settings, const Cell& created) {
  if (created.is_null()) return false;
  return (settings.since && created.value < *settings.since) || (settings.until && created.value >= *settings.until);
}

}  // namespace

bool plainly_well(const Plan& plan, const Row& key, const Row& record) {
  if (!key.bad.empty() || !record.bad.empty()) return false;
  const Cell& state = key[Role::state];
  if (state.is_null() || state.value != static_cast<std::int64_t>(State::succeeded)) return false;
  if (key[Role::key].is_null()) return false;
  for (const Role role : {Role::tenant, Role::fingerprint, Role::amount, Role::currency, Role::party, Role::key})
    if (differ(key[role], record[role])) return false;
  if (differ(key[Role::resource], record[Role::id])) return false;
  if (differ(key[Role::owner], key[Role::completed_by])) return false;
  if (below(key[Role::completed], key[Role::created]) || below(key[Role::expires], key[Role::completed]) ||
      below(key[Role::expires], key[Role::created]))
    return false;
  const Micros future = plan.settings.as_of + plan.settings.clock_skew;
  for (const Cell* time : {&key[Role::created], &key[Role::completed], &record[Role::created]})
    if (!time->is_null() && time->value > future) return false;
  if (plan.has(Side::keys, Role::expires) && key[Role::expires].is_null()) return false;
  if (plan.has(Side::keys, Role::approved_at) || plan.has(Side::keys, Role::approved_fingerprint)) return false;
  if (!key[Role::approval_expires].is_null()) return false;
  return true;
}

Result<MergeResult> merge(const Plan& plan, const OrderedRows& keys, const OrderedRows& records,
                          const OrderedLinks& forced, const std::function<Result<void>(const Group&)>& on_suspect,
                          const std::function<void(std::int64_t rows)>& progress) {
  MergeResult result;
  Stream left(Side::keys, plan, keys);
  Stream right(Side::records, plan, records);
  if (const auto read = left.advance(); !read) return read.error();
  if (const auto read = right.advance(); !read) return read.error();
  std::string forced_link;
  bool forced_open = true;
  const auto next_forced = [&]() -> Result<void> {
    std::string_view link;
    const Result<bool> got = forced(link);
    if (!got) return got.error();
    forced_open = *got;
    if (forced_open) forced_link.assign(link);
    return {};
  };
  if (const auto read = next_forced(); !read) return read.error();

  const auto order = [&](const Row& a, const Cell& link_a, const Row& b, const Cell& link_b) {
    if (const int by_link = compare(link_a, link_b); by_link != 0) return by_link;
    if (plan.operation_shared)
      if (const int by_operation = compare(a[Role::operation], b[Role::operation]); by_operation != 0)
        return by_operation;
    return plan.tenant_shared ? compare(a[Role::tenant], b[Role::tenant]) : 0;
  };

  const bool droppable = plan.can_drop_agreeing();
  Group group;
  HeldRow key;
  HeldRow record;
  std::uint64_t steps = 0;
  while (left.open() || right.open()) {
    if ((++steps & 0xfff) == 0 && interrupted()) return interruption();
    if ((steps & 0x1ffff) == 0) progress(left.count() + right.count());
    int side = !left.open() ? 1 : !right.open() ? -1 : order(left.row(), left.link(), right.row(), right.link());
    if (side == 0 && left.link().is_null()) side = -1;  // NULL meets nothing
    const bool has_key = side <= 0;
    const bool has_record = side >= 0;
    const Role key_link = plan.link_role(Side::keys);
    const Role record_link = plan.link_role(Side::records);
    std::int64_t nk = 0;
    std::int64_t nr = 0;
    bool collected = false;
    // The first row of each side is held; a second one of the same group turns holding into collecting.
    const auto gather = [&](Stream& stream, HeldRow& first, Side which, Role link,
                            std::int64_t& count) -> Result<void> {
      stream.swap_out(first);
      count = 1;
      if (const auto read = stream.advance(); !read) return read.error();
      while (stream.open() && !first.row()[link].is_null() &&
             order(first.row(), first.row()[link], stream.row(), stream.link()) == 0) {
        if (!collected) {
          group.clear();
          collected = true;
          if (which == Side::records && has_key) group.add(Side::keys, key.row());
        }
        if (count == 1) group.add(which, first.row());
        group.add(which, stream.row());
        ++count;
        if (const auto read = stream.advance(); !read) return read.error();
        if ((count & 0xfff) == 0 && interrupted()) return interruption();
      }
      if (collected && count == 1) group.add(which, first.row());
      return {};
    };
    if (has_key)
      if (const auto got = gather(left, key, Side::keys, key_link, nk); !got) return got.error();
    if (has_record)
      if (const auto got = gather(right, record, Side::records, record_link, nr); !got) return got.error();

    const Cell& link = has_key ? key.row()[key_link] : record.row()[record_link];
    // The group's time is the first of its keys, else of its records.
    static const std::size_t kKeyCreated = fact_index("k_created");
    static const std::size_t kRecordCreated = fact_index("r_created");
    const auto first_time = [&](bool has, std::size_t fact, const HeldRow& first) -> Cell {
      if (!has) return {};
      if (!collected) return first.row()[Role::created];
      return group.facts[fact].null ? Cell{} : Cell{Cell::number, {}, group.facts[fact].number};
    };
    Cell created = first_time(has_key, kKeyCreated, key);
    if (created.is_null()) created = first_time(has_record, kRecordCreated, record);
    if (outside_window(plan.settings, created)) {
      ++result.outside.groups;
      result.outside.keys += nk;
      result.outside.records += nr;
      continue;
    }
    bool is_forced = false;
    if (!link.is_null()) {
      while (forced_open && std::string_view(forced_link) < link.bytes)
        if (const auto read = next_forced(); !read) return read.error();
      is_forced = forced_open && forced_link == link.bytes;
    }
    const bool agrees = droppable && nk == 1 && nr == 1 && plainly_well(plan, key.row(), record.row());
    if (agrees && !is_forced) {
      ++result.matched.groups;
      ++result.matched.keys;
      ++result.matched.records;
      continue;
    }
    if (!collected) {
      group.clear();
      if (has_key) group.add(Side::keys, key.row());
      if (has_record) group.add(Side::records, record.row());
    }
    group.agrees = agrees;
    group.has_link = !link.is_null();
    group.link.assign(link.bytes);
    ++result.suspects;
    if (const auto kept = on_suspect(group); !kept) return kept.error();
  }
  result.keys = left.count();
  result.records = right.count();
  return result;
}

}  // namespace idem::books
