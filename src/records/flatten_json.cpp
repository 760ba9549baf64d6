#include "records/ndjson_reader.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace idem::books {

namespace {

// nlohmann's SAX interface: the parser keeps its own stack, so that depth costs no recursion.
class Flattener : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Flattener(const OnMember& on_member) : m_on_member(on_member) {}

  bool null() override { return member("", true); }
  bool boolean(bool value) override { return member(value ? "true" : "false", false); }
  bool number_integer(number_integer_t value) override { return member(std::to_string(value), false); }
  bool number_unsigned(number_unsigned_t value) override { return member(std::to_string(value), false); }
  bool number_float(number_float_t, const string_t& as_written) override { return member(as_written, false); }
  bool string(string_t& value) override { return member(value, false); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    if (m_objects++ == 0 && m_arrays > 0)
      m_wrong = "a JSON array; one object a line is wanted (jq -c '.[]' makes that)";
    m_lengths.push_back(m_path.size());
    m_seen.emplace_back();
    return m_wrong.empty();
  }
  bool key(string_t& name) override {
    if (!m_seen.back().insert(name).second) {
      m_wrong = "the member \"" + name.substr(0, 80) + "\" is there twice";
      return false;
    }
    m_path.resize(m_lengths.back());
    if (!m_path.empty()) m_path += '.';
    m_path += name;
    return m_path.size() < 4096;
  }
  bool end_object() override {
    m_path.resize(m_lengths.back());
    m_lengths.pop_back();
    m_seen.pop_back();
    return true;
  }
  bool start_array(std::size_t) override {
    ++m_arrays;
    return true;
  }
  bool end_array() override {
    --m_arrays;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    m_wrong = "not a JSON object";
    return false;
  }

  const std::string& wrong() const { return m_wrong; }

 private:
  bool member(std::string_view text, bool null) {
    if (m_lengths.empty()) {
      m_wrong =
          m_arrays > 0 ? "a JSON array; one object a line is wanted (jq -c '.[]' makes that)" : "not a JSON object";
      return false;
    }
    if (m_arrays == 0) emit(text, null);
    return true;
  }
  // "Item.key.S" of a DynamoDB export is "key"; an attribute of type NULL is null.
  void emit(std::string_view text, bool null) {
    if (m_path.rfind("Item.", 0) != 0) {
      m_on_member(m_path, text, null);
      return;
    }
    std::string name;
    std::string_view rest = std::string_view(m_path).substr(5);
    std::string_view type;
    for (bool is_type = false; !rest.empty(); is_type = !is_type) {
      const std::size_t dot = rest.find('.');
      const std::string_view part = rest.substr(0, dot);
      if (is_type)
        type = part;
      else
        name += (name.empty() ? "" : ".") + std::string(part);
      rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    m_on_member(name, text, null || type == "NULL");
  }

  const OnMember& m_on_member;
  std::string m_path;
  std::string m_wrong;
  std::vector<std::size_t> m_lengths;
  std::vector<std::set<std::string>> m_seen;
  int m_arrays = 0;
  int m_objects = 0;
};

}  // namespace

std::string flatten_json(std::string_view text, const OnMember& on_member) {
  Flattener flattener(on_member);
  const bool whole = nlohmann::json::sax_parse(text.begin(), text.end(), &flattener);
  if (whole) return "";
  return flattener.wrong().empty() ? "not a JSON object" : flattener.wrong();
}

}  // namespace idem::books
