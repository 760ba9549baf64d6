#include "schema/pg_parse.hpp"

#include <pg_query.h>
#include <pthread.h>

// The library's parse function stands in one object with another one that answers in Protocol Buffers, of which nothing
// here makes use. Defined here, its converter is not linked in: 400 kB of descriptions with 190 kB of addresses, which
// would be relocated at every start.
extern "C" PgQueryProtobuf pg_query_nodes_to_protobuf(const void* node);
extern "C" PgQueryProtobuf pg_query_nodes_to_protobuf(const void* /*node*/) { return {}; }

namespace idem {

using nlohmann::json;

// A long chain of operators becomes a tree as deep, which libpg_query walks by recursion: 100 to 200 bytes of stack for
// every two bytes of text. Up to this length the ordinary stack of 8 MB is enough, beyond it a stack of its own is.
static constexpr std::size_t kOrdinaryBytes = std::size_t{32} << 10U;
static constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;
static constexpr std::size_t kDeepStackBytes = std::size_t{512} << 20U;  // of address space; touched pages alone count

namespace {
struct Parsing {
  const std::string& text;
  PgQueryParseResult result{};
};
}  // namespace

static void* parse_deep(void* argument) {
  auto& parsing = *static_cast<Parsing*>(argument);
  parsing.result = pg_query_parse(parsing.text.c_str());
  return nullptr;
}

static bool parse_on_deep_stack(Parsing& parsing) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, kDeepStackBytes) == 0 &&
                       pthread_create(&thread, &attributes, parse_deep, &parsing) == 0;
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

// The parser repeats what it stumbled over, which may be the rest of the file.
static std::string shortened(std::string message) {
  constexpr std::size_t kLongest = 120;
  if (message.size() <= kLongest) return message;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0U) == 0x80U) --end;
  return message.substr(0, end) + " ...";
}

Result<json> parse_postgres(std::string_view statement) {
  if (statement.find('\0') != std::string_view::npos) return Error{ErrorKind::input, "the statement holds a NUL byte"};
  if (statement.size() > kMaxBytes) return Error{ErrorKind::input, "the statement is longer than 1 MB"};
  const std::string text{statement};
  Parsing parsing{text};
  if (text.size() <= kOrdinaryBytes)
    parsing.result = pg_query_parse(text.c_str());
  else if (!parse_on_deep_stack(parsing))
    return Error{ErrorKind::input, "the statement is too long for the memory there is"};
  if (parsing.result.error != nullptr) {
    const Error error{ErrorKind::input, shortened(parsing.result.error->message)};
    pg_query_free_parse_result(parsing.result);
    return error;
  }
  json tree = json::parse(parsing.result.parse_tree, nullptr, false);  // discarded where a string is not UTF-8
  pg_query_free_parse_result(parsing.result);
  if (tree.is_discarded()) return Error{ErrorKind::input, "the statement is not UTF-8"};
  json& statements = tree["stmts"];
  if (!statements.is_array() || statements.size() != 1 || !statements[0].contains("stmt"))
    return Error{ErrorKind::input, "not one statement"};
  return std::move(statements[0]["stmt"]);
}

std::string json_text(const json& node, const char* member) {
  const auto found = node.find(member);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool json_flag(const json& node, const char* member) {
  const auto found = node.find(member);
  return found != node.end() && found->is_boolean() && found->get<bool>();
}

const json& json_list(const json& node, const char* member) {
  static const json empty = json::array();
  const auto found = node.find(member);
  return found != node.end() && found->is_array() ? *found : empty;
}

const json& json_object(const json& node, const char* member) {
  static const json empty = json::object();
  const auto found = node.find(member);
  return found != node.end() && found->is_object() ? *found : empty;
}

std::vector<std::string> json_names(const json& list) {
  std::vector<std::string> names;
  for (const json& item : list)
    if (const json& string = json_object(item, "String"); !string.empty()) names.push_back(json_text(string, "sval"));
  return names;
}

}  // namespace idem
