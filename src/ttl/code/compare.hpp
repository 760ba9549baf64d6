#pragma once

#include "ttl/code/settings.hpp"
#include "ttl/report.hpp"

#include <optional>
#include <vector>

namespace idem {

// The longest retry window of a client in the scan: a timeout and retries close to each other, waits left out.
std::optional<RetryLayer> client_layer_of(const CodeScan& scan);

// Settings of a scan held against each other and against the time that is needed (nullopt = without end). Two are
// compared when they stand in one file (the closest by the names around them), or are the only ones of a folder or of
// the scan.
std::vector<TtlFinding> compare_settings(const CodeScan& scan, std::optional<Duration> need);

}  // namespace idem
