#include "base/terminal.hpp"
#include "base/file_output.hpp"
#include "catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace idem;

TEST_CASE("columns are counted, not bytes") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("━━") == 2);
  CHECK(display_width("日本") == 4);
  CHECK(pad_right("é", 3) == "é  ");
  CHECK(pad_left("é", 3) == "  é");
}

TEST_CASE("control characters of a foreign text do not reach the terminal") {
  CHECK(printable("a\x1b[31mb\n") == "a\\x1b[31mb\\n");
  CHECK(printable("\xc2\x9b"
                  "0m") == "\\x9b0m");
  CHECK(printable("naïve") == "naïve");
}

TEST_CASE("colour obeys the switch and NO_COLOR") {
  CHECK(use_color(ColorMode::always));
  CHECK_FALSE(use_color(ColorMode::never));
  setenv("NO_COLOR", "1", 1);
  CHECK_FALSE(use_color(ColorMode::automatic));
  unsetenv("NO_COLOR");
  CHECK(paint(false, Style::red, "x") == "x");
  CHECK(paint(true, Style::red, "x") == "\x1b[31mx\x1b[0m");
}

TEST_CASE("files appear whole or not at all") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "idem_file_output_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string path = (folder / "out.txt").string();
  REQUIRE(write_file(path, "one"));
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(write_file(path, "two"));
  CHECK(read_input(path, 3).value_or("") == "two");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  const Result<std::string> large = read_input(path, 2);
  REQUIRE_FALSE(large.has_value());
  CHECK(large.error().message == path + " is larger than the limit of 2 bytes");
  CHECK_FALSE(write_file((folder / "missing" / "x").string(), "x").has_value());
  CHECK_FALSE(write_file(folder.string(), "x").has_value());
  CHECK_FALSE(read_input((folder / "absent").string(), 10).has_value());
  CHECK(binary_size(16 << 20) == "16 MiB");
  CHECK(binary_size(1536) == "1.5 KiB");
  fs::remove_all(folder);
}
