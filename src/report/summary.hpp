#pragma once

#include "report/report.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <string>

namespace idem {

// Verdicts of the entry points of one tier.
struct Tally {
  std::array<std::size_t, 5> by_verdict{};  // indexed by Verdict

  std::size_t of(Verdict verdict) const { return by_verdict[static_cast<std::size_t>(verdict)]; }
  // covered + partial + uncovered + unknown: what coverage is measured against.
  std::size_t judged() const;
  // covered ÷ judged in percent; 100 when nothing was judged.
  double percent() const;
};

struct Summary {
  std::size_t entry_points = 0;
  std::array<std::size_t, 4> by_kind{};          // indexed by EntryKind
  std::array<std::size_t, 3> by_tier{};          // indexed by Tier
  std::map<std::string, std::size_t> by_effect;  // entry points that have it, ambient ones left out
  std::array<std::size_t, 4> findings{};         // that are not suppressed, indexed by Severity
  std::size_t suppressed = 0;
  Tally all, strong, standard;  // of coverage

  std::size_t of(Tier tier) const { return by_tier[static_cast<std::size_t>(tier)]; }
  std::size_t of(Severity severity) const { return findings[static_cast<std::size_t>(severity)]; }
};

Summary summarise(const Report& report);

// "1 endpoint", "3 endpoints".
std::string counted(std::size_t n, const char* one, const char* many = nullptr);

// "40 %", "99.9 %": rounded down to one decimal, so that 100 % means all.
std::string percent_text(double percent);

}  // namespace idem
