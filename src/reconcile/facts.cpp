#include "reconcile/facts.hpp"

#include "records/money.hpp"

#include <cstdlib>

namespace idem::books {

namespace {

constexpr FactSpec key(std::string_view name, Role role, Take take, FactType type) {
  return {name, Side::keys, role, take, type};
}
constexpr FactSpec record(std::string_view name, Role role, Take take, FactType type) {
  return {name, Side::records, role, take, type};
}

using enum Take;
using enum FactType;

constexpr std::array<FactSpec, kFacts> kSpecs = {{
    key("k_tenant", Role::tenant, lowest, text),
    key("k_tenant_hi", Role::tenant, highest, text),
    key("k_operation", Role::operation, lowest, text),
    key("k_operation_hi", Role::operation, highest, text),
    key("k_key", Role::key, lowest, text),
    key("k_state", Role::state, highest, number),
    key("k_fingerprint", Role::fingerprint, lowest, text),
    key("k_fingerprint_hi", Role::fingerprint, highest, text),
    key("k_resource", Role::resource, lowest, text),
    key("k_resource_hi", Role::resource, highest, text),
    key("k_business", Role::business, lowest, text),
    key("k_amount", Role::amount, lowest, amount),
    key("k_currency", Role::currency, lowest, text),
    key("k_party", Role::party, lowest, text),
    key("k_provider_ref", Role::provider_ref, lowest, text),
    key("k_owner", Role::owner, lowest, text),
    key("k_owner_hi", Role::owner, highest, text),
    key("k_completed_by", Role::completed_by, lowest, text),
    key("k_approved_fingerprint", Role::approved_fingerprint, lowest, text),
    key("k_created", Role::created, lowest, time),
    key("k_updated", Role::updated, highest, time),
    key("k_locked", Role::locked, highest, time),
    key("k_effect_started", Role::effect_started, highest, time),
    key("k_completed", Role::completed, highest, time),
    key("k_expires", Role::expires, lowest, time),
    key("k_expires_hi", Role::expires, highest, time),
    key("k_expires_null", Role::expires, any_null, number),
    key("k_approved_at", Role::approved_at, lowest, time),
    key("k_approval_expires", Role::approval_expires, lowest, time),
    key("k_tombstone", Role::tombstone, highest, number),
    key("k_state_low", Role::state, lowest, number),
    key("k_source", Role::key, source, number),
    key("k_bad", Role::key, bad, text),
    record("r_key", Role::key, lowest, text),
    record("r_tenant", Role::tenant, lowest, text),
    record("r_tenant_hi", Role::tenant, highest, text),
    record("r_operation", Role::operation, lowest, text),
    record("r_id", Role::id, lowest, text),
    record("r_id_hi", Role::id, highest, text),
    record("r_business", Role::business, lowest, text),
    record("r_business_hi", Role::business, highest, text),
    record("r_fingerprint", Role::fingerprint, lowest, text),
    record("r_fingerprint_hi", Role::fingerprint, highest, text),
    record("r_amount", Role::amount, lowest, amount),
    record("r_amount_hi", Role::amount, highest, amount),
    record("r_currency", Role::currency, lowest, text),
    record("r_currency_hi", Role::currency, highest, text),
    record("r_party", Role::party, lowest, text),
    record("r_party_hi", Role::party, highest, text),
    record("r_provider_ref", Role::provider_ref, lowest, text),
    record("r_provider_ref_hi", Role::provider_ref, highest, text),
    record("r_state", Role::state, lowest, number),
    record("r_state_hi", Role::state, highest, number),
    record("r_created", Role::created, lowest, time),
    record("r_created_hi", Role::created, highest, time),
    record("r_operation_hi", Role::operation, highest, text),
    record("r_bad", Role::id, bad, text),
}};

bool before(const FactSpec& spec, const Cell& cell, const Fact& fact) {
  if (spec.type == FactType::amount) return compare_decimals(cell.bytes, fact.text) < 0;
  return cell.kind == Cell::text ? cell.bytes < std::string_view(fact.text) : cell.value < fact.number;
}

bool after(const FactSpec& spec, const Cell& cell, const Fact& fact) {
  if (spec.type == FactType::amount) return compare_decimals(cell.bytes, fact.text) > 0;
  return cell.kind == Cell::text ? cell.bytes > std::string_view(fact.text) : cell.value > fact.number;
}

void set(Fact& fact, const Cell& cell) {
  fact.null = false;
  fact.number = cell.value;
  if (cell.kind == Cell::text) fact.text.assign(cell.bytes);
}

void take(const FactSpec& spec, const Row& row, Fact& fact) {
  if (spec.take == Take::source) {
    if (fact.null || row.source < fact.number) {
      fact.null = false;
      fact.number = row.source;
    }
    return;
  }
  if (spec.take == Take::bad) {
    if (row.bad.empty() || (!fact.null && std::string_view(fact.text) <= row.bad)) return;
    fact.null = false;
    fact.text.assign(row.bad);
    return;
  }
  const Cell& cell = row[spec.role];
  if (spec.take == Take::any_null) {
    fact.number = cell.is_null() || (!fact.null && fact.number == 1) ? 1 : 0;
    fact.null = false;
    return;
  }
  if (cell.is_null()) return;
  if (fact.null || (spec.take == Take::lowest ? before(spec, cell, fact) : after(spec, cell, fact))) set(fact, cell);
}

}  // namespace

const std::array<FactSpec, kFacts>& fact_specs() { return kSpecs; }

std::size_t fact_index(std::string_view name) {
  for (std::size_t i = 0; i < kFacts; ++i)
    if (kSpecs[i].name == name) return i;
  std::abort();
}

bool is_live(const Cell& state) {
  if (state.is_null()) return true;
  const auto value = static_cast<State>(state.value);
  return value != State::waiting && value != State::failed_retryable && value != State::failed_final;
}

void Group::clear() {
  has_link = agrees = false;
  nk = nr = nr_live = 0;
  for (Fact& fact : facts) fact.null = true;
}

void Group::add(Side side, const Row& row) {
  const std::size_t begin = side == Side::keys ? 0 : kKeyFacts;
  const std::size_t end = side == Side::keys ? kKeyFacts : kFacts;
  for (std::size_t i = begin; i < end; ++i) take(kSpecs[i], row, facts[i]);
  if (side == Side::keys) {
    ++nk;
  } else {
    ++nr;
    nr_live += is_live(row[Role::state]) ? 1 : 0;
  }
}

}  // namespace idem::books
