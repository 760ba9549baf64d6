#include "typescript_facts.hpp"

#include "catch.hpp"
#include "facts_check.hpp"
#include "frontends/frontend.hpp"

using namespace idem;

namespace typescript_test {

FileFacts lowered(std::string_view text, std::string_view path) {
  const Frontend* frontend = frontend_for(path);
  REQUIRE(frontend != nullptr);
  FileFacts facts = frontend->lower(path, text);
  REQUIRE(unsound(facts, text.size()) == "");
  return facts;
}

std::string printed(std::string_view text, std::string_view path) {
  const std::string all = print_facts(lowered(text, path), false);
  return all.substr(all.find('\n') + 1);
}

std::string head_of(std::string_view text, std::string_view path) {
  const std::string all = printed(text, path);
  return all.substr(0, all.find("fn#0 module"));
}

std::string events_of(std::string_view text, std::string_view path) {
  const std::string all = printed(text, path);
  std::size_t at = all.find("fn#0 module");
  REQUIRE(at != std::string::npos);
  std::string events;
  for (at = all.find('\n', at) + 1; at < all.size() && all[at] == ' ';) {
    const std::size_t end = all.find('\n', at);
    events += all.substr(at + 2, end - at - 1);
    at = end + 1;
  }
  return events;
}

}  // namespace typescript_test
