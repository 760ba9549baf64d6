#include "base/outputs.hpp"
#include "catch.hpp"

using namespace idem;

TEST_CASE("formats find their files") {
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
  CHECK(parse_outputs({"jsn"}, "", allowed).error().message ==
        "--format: no format 'jsn', did you mean json?; the formats are text, json");
}
