#pragma once

// Catch2 2 (Debian 12) and 3 (Debian 13, Ubuntu 24.04) name their header differently. Use only what both have:
// TEST_CASE, SECTION, REQUIRE, CHECK, GENERATE, and plain string comparisons.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
