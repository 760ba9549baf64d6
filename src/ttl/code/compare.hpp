#pragma once

#include "ttl/code/literals.hpp"
#include "ttl/report.hpp"

#include <optional>
#include <vector>

namespace idem {

// The longest retry window of a client in the scan: a timeout and retries close to each other, waits left out.
std::optional<RetryLayer> client_layer_of(const CodeScan& scan);

// Literals of a scan held against each other and against the time that is needed (nullopt = without end). Two literals
// are compared when they stand in one file, else in one folder, else when either is the only one of its kind.
std::vector<TtlFinding> compare_literals(const CodeScan& scan, std::optional<Duration> need);

}  // namespace idem
