#include "base/outputs.hpp"
#include "catch.hpp"

using namespace idem;

TEST_CASE("formats find their files, and at most one goes to standard output") {
  const std::vector<std::string_view> allowed{"text", "json"};
  const auto count = [&](const std::vector<std::string>& formats, const std::string& output) {
    const Result<std::vector<OutputPlace>> outputs = parse_outputs(formats, output, allowed);
    return outputs ? static_cast<int>(outputs->size()) : -1;
  };
  CHECK((*parse_outputs({}, "", allowed))[0].format == "text");
  CHECK((*parse_outputs({"json"}, "x.json", allowed))[0].path == "x.json");
  CHECK(count({"json=a", "text"}, "") == 2);
  CHECK(count({"json=-"}, "") == 1);
  CHECK(count({"json", "text"}, "") == -1);
  CHECK(count({"json=a", "text=a"}, "") == -1);
  CHECK(count({"json=a"}, "b") == -1);
  CHECK(count({"json="}, "") == -1);
  const auto error = [&](const std::vector<std::string>& formats, const std::string& output) {
    return parse_outputs(formats, output, allowed).error().message;
  };
  CHECK(error({"json", "text"}, "") ==
        "--format json and text would both go to standard output: write --format text=FILE");
  CHECK(error({"json", "text"}, "x").find("go to x") != std::string::npos);
  CHECK(error({"json=a"}, "b") == "--output names a file, but every --format has its own already");
  CHECK(error({"json=a", "text=a"}, "") == "two formats would be written to a");
  CHECK(parse_outputs({"jsn"}, "", allowed).error().message ==
        "--format: no format 'jsn', did you mean json?; the formats are text, json");
}

TEST_CASE("files are written before standard output") {
  std::vector<std::string> order;
  const auto render = [&](const OutputPlace& place) {
    order.push_back(place.format);
    return std::string();
  };
  REQUIRE(write_outputs({{"text", ""}, {"json", "/dev/null"}}, render).has_value());
  CHECK(order == std::vector<std::string>{"json", "text"});
}
