#include "reconcile/plan.hpp"

#include <algorithm>

namespace idem::books {

std::string_view name_of(Link link) {
  switch (link) {
    case Link::key:
      return "key";
    case Link::resource:
      return "resource";
    case Link::business:
      return "business";
  }
  return "";
}

Micros Settings::settle_span() const {
  if (settle) return *settle;
  return std::max<Micros>(lease.value_or(0), 300 * kMicrosPerSecond);
}

bool Plan::has(Side side, Role role) const {
  const auto& sources = mappings[static_cast<std::size_t>(side)];
  return !sources.empty() &&
         std::all_of(sources.begin(), sources.end(), [&](const Mapping& mapping) { return mapping.has(role); });
}

Role Plan::link_role(Side side) const {
  switch (link) {
    case Link::key:
      return Role::key;
    case Link::resource:
      return side == Side::keys ? Role::resource : Role::id;
    case Link::business:
      return Role::business;
  }
  return Role::key;
}

// Two columns of one role but of different names may mean different things ("tenant_id" and "merchant_id"): they are
// compared only when the names agree or the user chose them.
static bool comparable(const Plan& plan, Role role, std::string& names) {
  std::string first;
  for (const Side side : {Side::keys, Side::records})
    for (const Mapping& mapping : plan.mappings[static_cast<std::size_t>(side)]) {
      if (!mapping.has(role) || mapping.is_chosen(role)) continue;
      std::string plain = snake_case(mapping.name(role));
      if (plain.size() > 3 && plain.compare(plain.size() - 3, 3, "_id") == 0) plain.resize(plain.size() - 3);
      if (!first.empty() && plain != first) {
        names += " and " + mapping.name(role);
        return false;
      }
      first = plain;
      names = mapping.name(role);
    }
  return true;
}

static void leave_out_unlike(Plan& plan, Role role) {
  std::string names;
  if (comparable(plan, role, names)) return;
  for (Mapping& mapping : plan.mappings[static_cast<std::size_t>(Side::records)])
    mapping.column[static_cast<std::size_t>(role)] = -1;
  plan.notes.push_back("the " + std::string(name_of(role)) + " is not compared: the columns are called " + names +
                       "; --column keys." + std::string(name_of(role)) + "=... and records." +
                       std::string(name_of(role)) + "=... say that they mean the same");
}

Result<Plan> make_plan(Settings settings, std::array<std::vector<Mapping>, kSides> mappings) {
  Plan plan;
  plan.settings = std::move(settings);
  plan.mappings = std::move(mappings);
  leave_out_unlike(plan, Role::tenant);
  leave_out_unlike(plan, Role::party);
  const bool by_key = plan.has(Side::keys, Role::key) && plan.has(Side::records, Role::key);
  const bool by_resource = plan.has(Side::keys, Role::resource) && plan.has(Side::records, Role::id);
  const bool by_business = plan.has(Side::keys, Role::business) && plan.has(Side::records, Role::business);
  if (plan.settings.link) {
    plan.link = *plan.settings.link;
    const bool possible = plan.link == Link::key ? by_key : plan.link == Link::resource ? by_resource : by_business;
    if (!possible)
      return Error{ErrorKind::usage,
                   "--link " + std::string(name_of(plan.link)) + ": one of the sides has no such column"};
  } else if (by_key || by_resource || by_business) {
    plan.link = by_key ? Link::key : by_resource ? Link::resource : Link::business;
  } else {
    return Error{ErrorKind::usage,
                 "keys and records share no column to meet by: the records need the idempotency key (--column "
                 "records.key=COLUMN), or the keys "
                 "the id of the record (--column keys.resource=COLUMN), or both a business key (--column "
                 "keys.business=... --column records.business=...)"};
  }
  plan.tenant_shared = plan.has(Side::keys, Role::tenant) && plan.has(Side::records, Role::tenant);
  plan.operation_shared = plan.has(Side::keys, Role::operation) && plan.has(Side::records, Role::operation);
  if (plan.has(Side::provider)) {
    if (plan.has(Side::provider, Role::key))
      plan.provider_link = "key";
    else if (plan.has(Side::provider, Role::business) &&
             (plan.has(Side::records, Role::business) || plan.has(Side::keys, Role::business)))
      plan.provider_link = "business";
    else if (plan.has(Side::provider, Role::id) &&
             (plan.has(Side::records, Role::provider_ref) || plan.has(Side::keys, Role::provider_ref)))
      plan.provider_link = "ref";
    else
      return Error{ErrorKind::usage,
                   "the provider's rows share no column with keys or records: map provider.key, provider.business or "
                   "provider.id (with records.provider_ref)"};
  }
  if (plan.has(Side::events)) {
    if (plan.has(Side::events, Role::key))
      plan.event_link = "key";
    else if (plan.has(Side::events, Role::resource) && plan.has(Side::records, Role::id))
      plan.event_link = "resource";
    else
      return Error{ErrorKind::usage,
                   "the events share no column with keys or records: map events.key or events.resource"};
  }
  if (plan.has(Side::executions) && !plan.has(Side::executions, Role::key))
    return Error{ErrorKind::usage, "the executions name no idempotency key: --column executions.key=COLUMN"};
  return plan;
}

}  // namespace idem::books
