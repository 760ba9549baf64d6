#include "records/role.hpp"

namespace idem::books {

namespace {

constexpr unsigned bit(Side side) { return 1U << static_cast<unsigned>(side); }
constexpr unsigned K = bit(Side::keys), R = bit(Side::records), P = bit(Side::provider), E = bit(Side::events),
                   X = bit(Side::executions);

struct RoleRow {
  std::string_view name;
  ValueKind kind;
  unsigned sides;
};

constexpr std::array<RoleRow, kRoles> kRoleRows = {{
    {"tenant", ValueKind::text, K | R | P | E | X},
    {"operation", ValueKind::text, K | R},
    {"key", ValueKind::text, K | R | P | E | X},
    {"id", ValueKind::text, R | P | E | X},
    {"resource", ValueKind::text, K | E},
    {"business", ValueKind::text, K | R | P},
    {"state", ValueKind::state, K | R | P | X},
    {"fingerprint", ValueKind::text, K | R | X},
    {"amount", ValueKind::amount, K | R | P},
    {"currency", ValueKind::text, K | R | P},
    {"party", ValueKind::text, K | R},
    {"provider_ref", ValueKind::text, K | R},
    {"owner", ValueKind::text, K | X},
    {"completed_by", ValueKind::text, K},
    {"consumer", ValueKind::text, E},
    {"tool", ValueKind::text, X},
    {"session", ValueKind::text, X},
    {"approved_fingerprint", ValueKind::text, K},
    {"created", ValueKind::time, K | R | P | E | X},
    {"updated", ValueKind::time, K},
    {"locked", ValueKind::time, K},
    {"effect_started", ValueKind::time, K},
    {"completed", ValueKind::time, K | E | X},
    {"expires", ValueKind::time, K},
    {"approved_at", ValueKind::time, K},
    {"approval_expires", ValueKind::time, K},
    {"tombstone", ValueKind::flag, K},
}};

constexpr std::array<std::string_view, kSides> kSideNames = {"keys", "records", "provider", "events", "executions"};

}  // namespace

std::string_view name_of(Side side) { return kSideNames[static_cast<std::size_t>(side)]; }
std::string_view name_of(Role role) { return kRoleRows[static_cast<std::size_t>(role)].name; }
ValueKind kind_of(Role role) { return kRoleRows[static_cast<std::size_t>(role)].kind; }
bool has_role(Side side, Role role) { return (kRoleRows[static_cast<std::size_t>(role)].sides & bit(side)) != 0; }

std::optional<Side> side_named(std::string_view name) {
  for (std::size_t i = 0; i < kSides; ++i)
    if (kSideNames[i] == name) return static_cast<Side>(i);
  return std::nullopt;
}

std::optional<Role> role_named(std::string_view name) {
  for (std::size_t i = 0; i < kRoles; ++i)
    if (kRoleRows[i].name == name) return static_cast<Role>(i);
  return std::nullopt;
}

std::string_view name_of(State state) {
  switch (state) {
    case State::waiting:
      return "waiting";
    case State::processing:
      return "processing";
    case State::failed_retryable:
      return "failed_retryable";
    case State::failed_final:
      return "failed_final";
    case State::outcome_unknown:
      return "outcome_unknown";
    case State::manual_review:
      return "manual_review";
    case State::succeeded:
      return "succeeded";
  }
  return "";
}

}  // namespace idem::books
