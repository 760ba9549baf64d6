#include "openapi/document.hpp"

#include "meaning/origin.hpp"
#include "openapi/yaml.hpp"

#include <algorithm>
#include <array>

namespace idem {

namespace {

constexpr std::array<std::string_view, 7> kMethods = {"get", "put", "post", "delete", "patch", "head", "options"};

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

class Reader {
 public:
  explicit Reader(const YamlNode& root) : m_root(root) {}

  // "#/components/parameters/Key" → the node there.
  const YamlNode* resolve(const YamlNode& node) const {
    std::string_view at = node.text_of("$ref");
    if (!at.starts_with("#/")) return at.empty() ? &node : nullptr;
    at.remove_prefix(2);
    const YamlNode* found = &m_root;
    while (!at.empty() && found != nullptr) {
      const std::size_t slash = std::min(at.find('/'), at.size());
      found = found->find(at.substr(0, slash));
      at.remove_prefix(std::min(slash + 1, at.size()));
    }
    return found;
  }

  void key_header(const YamlNode* parameters, DocumentedOperation& operation) const {
    if (parameters == nullptr) return;
    for (const auto& [unused, node] : parameters->entries) {
      const YamlNode* const parameter = resolve(node);
      if (parameter == nullptr || parameter->text_of("in") != "header") continue;
      const std::string name(parameter->text_of("name"));
      if (!names_a_key(name)) continue;
      operation.key_header = name;
      operation.required = parameter->text_of("required") == "true";
    }
  }

  // Swagger's basePath, or the path of the one server.
  std::string base() const {
    std::string_view text = m_root.text_of("basePath");
    if (const YamlNode* servers = m_root.find("servers"); servers != nullptr && servers->entries.size() == 1) {
      text = servers->entries.front().second.text_of("url");
      if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos)
        text = text.substr(std::min(text.find('/', scheme + 3), text.size()));
    }
    while (text.ends_with('/')) text.remove_suffix(1);
    return text.starts_with('/') && text.find('{') == std::string_view::npos ? std::string(text) : "";
  }

  void paths(ApiDocument& document) const {
    const YamlNode* const all = m_root.find("paths");
    if (all == nullptr) return;
    const std::string prefix = base();
    for (const auto& [path, item] : all->entries) {
      if (!path.starts_with('/')) continue;
      for (const auto& [method, node] : item.entries) {
        if (std::find(kMethods.begin(), kMethods.end(), method) == kMethods.end()) continue;
        DocumentedOperation operation;
        operation.method = upper(method);
        operation.path = prefix + path;
        operation.line = node.line;
        operation.operation = node.text_of("operationId");
        operation.exposed = !operation.operation.empty();
        key_header(item.find("parameters"), operation);
        key_header(node.find("parameters"), operation);
        document.operations.push_back(std::move(operation));
      }
    }
  }

 private:
  const YamlNode& m_root;
};

}  // namespace

ApiDocument read_api_document(std::string_view text, const std::string& file) {
  ApiDocument document{file, {}};
  // Cheap: whatever else is YAML or JSON in a repository says none of these early.
  const std::string_view head = text.substr(0, 4096);
  if (head.find("openapi") == std::string_view::npos && head.find("swagger") == std::string_view::npos) return document;
  const YamlNode root = read_yaml(text);
  if (root.find("openapi") == nullptr && root.find("swagger") == nullptr) return document;
  Reader(root).paths(document);
  return document;
}

bool may_be_api_document(std::string_view path) {
  if (!path.ends_with(".yaml") && !path.ends_with(".yml") && !path.ends_with(".json")) return false;
  const std::string name = plain_name(path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1));
  for (const char* word : {"openapi", "swagger", "api", "spec", "schema"})
    if (name.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace idem
