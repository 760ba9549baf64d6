#pragma once

#include "report/report.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

// What an analysis came to, and what it read beside the sources: path below the root, digest of the text.
struct Answer {
  Report report;
  std::vector<std::pair<std::string, std::string>> beside;
};

// An answer as bytes and back; false when the bytes are not what pack_answer() made.
std::string pack_answer(const Answer& answer);
bool unpack_answer(std::string_view bytes, Answer& answer);

}  // namespace idem
