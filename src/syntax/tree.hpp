// Syntax trees as flat arrays. tree-sitter's own nodes are slow to walk by index and cannot be asked for a parent
// cheaply, so one cursor walk copies what front ends need, and the tree is freed. The only includer of
// tree_sitter/api.h.
#pragma once

#include "facts/facts.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

struct TSLanguage;

namespace idem {

inline constexpr std::uint32_t kMaxSyntaxDepth = 1500;  // deeper nodes are dropped and the tree marked `cut`

struct SyntaxNode {
  std::uint16_t kind = 0;   // index into Grammar::kind_names
  std::uint16_t field = 0;  // index into Grammar::field_names; 0 = none
  bool named = false;
  bool error = false;      // an ERROR or MISSING node
  bool has_error = false;  // it or something inside is one
  std::uint32_t depth = 0;
  Span span;
  Index parent = kNone, first_child = kNone, next = kNone;  // SyntaxTree::nodes
};

// A tree-sitter language with its names; made once per process and shared by threads.
struct Grammar {
  const TSLanguage* language = nullptr;
  std::vector<std::string_view> kind_names;
  std::vector<std::string_view> field_names;
  std::uint16_t kind(std::string_view kind_name,
                     bool named = true) const;  // aborts when the grammar lacks it: a bug or a bad pin
  std::uint16_t field(std::string_view field_name) const;
  std::vector<bool> kind_named;
};

Grammar make_grammar(const TSLanguage* language);

struct SyntaxTree {
  std::vector<SyntaxNode> nodes;  // in pre-order; [0] is the root; empty when `failed`
  bool cut = false;               // too deep somewhere: a part is missing
  bool failed = false;            // the parser ran out of its memory budget
};

// Parses one file. Memory is bounded by 64 MB + 256 bytes per byte of text; a parse that needs more is given up
// (`failed`).
SyntaxTree parse(const Grammar& grammar, std::string_view text);

}  // namespace idem
