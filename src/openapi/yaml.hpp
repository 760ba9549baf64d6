// The part of YAML that OpenAPI documents are written in: block and flow mappings and sequences, plain, quoted and
// block scalars, comments. Anchors, tags and several documents in one file are passed over. Bounded in depth.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

struct YamlNode {
  enum class Kind { scalar, map, list } kind = Kind::scalar;
  std::string text;                                       // scalar
  std::vector<std::pair<std::string, YamlNode>> entries;  // map in order; list with empty names
  int line = 0;

  const YamlNode* find(std::string_view key) const;  // of a map; nullptr when absent
  std::string_view text_of(std::string_view key) const;
};

// JSON is YAML: this reads both. What is not understood leaves parts out; never fails.
YamlNode read_yaml(std::string_view text);

}  // namespace idem
