#include "base/duration.hpp"
#include "catch.hpp"

using namespace idem;

static std::int64_t ms(std::string_view text) {
  const Result<Duration> parsed = parse_duration(text);
  INFO(text << ": " << (parsed ? "" : parsed.error().message));
  REQUIRE(parsed.has_value());
  return parsed->ms;
}

static std::string why_not(std::string_view text) {
  const Result<Duration> parsed = parse_duration(text);
  INFO(text);
  REQUIRE_FALSE(parsed.has_value());
  return parsed.error().message;
}

TEST_CASE("durations as people write them") {
  CHECK(ms("60") == 60'000);
  CHECK(ms("90s") == 90'000);
  CHECK(ms("5m") == 300'000);
  CHECK(ms("36h") == 129'600'000);
  CHECK(ms("7d") == 604'800'000);
  CHECK(ms("2 weeks") == 1'209'600'000);
  CHECK(ms("1h30m") == 5'400'000);
  CHECK(ms("1h 30m 5s") == 5'405'000);
  CHECK(ms("0.1s") == 100);
  CHECK(ms(".5s") == 500);
  CHECK(ms("1.5h") == 5'400'000);
  CHECK(ms("250ms") == 250);
  CHECK(ms("24H") == 86'400'000);
  CHECK(ms("0") == 0);
  CHECK(ms("3 days") == 259'200'000);
}

TEST_CASE("ISO 8601 durations") {
  CHECK(ms("PT90S") == 90'000);
  CHECK(ms("P7D") == 604'800'000);
  CHECK(ms("P1DT12H") == 129'600'000);
  CHECK(ms("PT1H30M0.5S") == 5'400'500);
  CHECK(ms("P2W") == 1'209'600'000);
  CHECK(ms("pt5m") == 300'000);
}

TEST_CASE("what is no duration is refused with the accepted forms") {
  for (const char* text : {"",
                           " ",
                           "-5s",
                           "5x",
                           "s",
                           "1.s",
                           "5m3",
                           "1..5s",
                           "P",
                           "PT",
                           "P1DT",
                           "P1Y",
                           "P2M",
                           "PT1S2H",
                           "5M",
                           "1e3",
                           "0.0001s",
                           "PT0.0001S",
                           "1h-5m",
                           "NaN",
                           "inf",
                           "99999999999999999999d",
                           "9223372036854775807",
                           "5\xc2\xa0s"}) {
    CHECK_FALSE(why_not(text).empty());
  }
  CHECK(why_not("5x").find("such as 90s") != std::string::npos);
  CHECK(why_not("P1Y").find("no fixed length") != std::string::npos);
  CHECK(why_not("99999999999999999999d").find("292 million years") != std::string::npos);
}

TEST_CASE("durations print exactly and read back") {
  CHECK(to_human(seconds(391)) == "6m 31s");
  CHECK(to_human(milliseconds(0)) == "0s");
  CHECK(to_human(hours(24)) == "24h");
  CHECK(to_human(hours(48)) == "2d");
  CHECK(to_human(seconds(90)) == "90s");
  CHECK(to_human(seconds(120)) == "2m");
  CHECK(to_human(milliseconds(90'061'001)) == "25h 1m 1s 1ms");
  CHECK(to_human(milliseconds(176'461'001)) == "2d 1h 1m 1s 1ms");
  CHECK(to_short(milliseconds(176'461'001)) == "2d 1h");
  CHECK(to_short(milliseconds(86'400'001)) == "24h");
  CHECK(to_seconds(milliseconds(190'150)) == "190.15s");
  CHECK(to_iso8601(seconds(391)) == "PT6M31S");
  CHECK(to_iso8601(days(2)) == "P2D");
  CHECK(to_iso8601(milliseconds(0)) == "PT0S");
  CHECK(to_iso8601(milliseconds(90'061'500)) == "P1DT1H1M1.5S");
  for (std::int64_t n :
       {1LL, 999LL, 1000LL, 59'999LL, 61'000LL, 86'400'000LL, 1'766'620'000LL, 9'223'372'036'854'775'806LL}) {
    CHECK(ms(to_human(milliseconds(n))) == n);
    CHECK(ms(to_seconds(milliseconds(n))) == n);
    CHECK(ms(to_iso8601(milliseconds(n))) == n);
  }
}

TEST_CASE("arithmetic saturates instead of wrapping") {
  CHECK((kLongest + milliseconds(1)).overflowed());
  CHECK((days(100'000'000'000) * 1000).overflowed());
  CHECK(multiply_divide_up(10, 3, 4) == 8);
  CHECK(multiply_divide_up(kInt64Max, kInt64Max, 1) == kInt64Max);
}
