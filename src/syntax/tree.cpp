#include "syntax/tree.hpp"

#include <tree_sitter/api.h>

#include <fmt/core.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

namespace idem {

namespace {

// Why an arena: some short inputs make the parser's stack grow without end, inside a step that makes no progress
// callback, so a time-out could not stop it and would make results depend on the machine. A byte budget is
// deterministic. Freeing at once also makes ordinary parsing some 10 % faster.
class Arena {
 public:
  explicit Arena(std::size_t budget) : m_left(budget) {}

  void* allocate(std::size_t size) {
    const std::size_t need = ((size + 15) & ~std::size_t{15}) + 16;
    if (need > m_room) {
      const std::size_t block = std::max<std::size_t>(need, std::size_t{1} << 20);
      if (block > m_left) return nullptr;
      m_left -= block;
      m_blocks.push_back(std::unique_ptr<char[]>(new char[block]));
      m_at = m_blocks.back().get();
      m_room = block;
    }
    char* header = m_at;
    std::memcpy(header, &size, sizeof size);
    m_at += need;
    m_room -= need;
    return header + 16;
  }

  void* reallocate(void* old, std::size_t size) {
    if (old == nullptr) return allocate(size);
    std::size_t had = 0;
    std::memcpy(&had, static_cast<char*>(old) - 16, sizeof had);
    if (size <= had) return old;
    void* fresh = allocate(size);
    if (fresh != nullptr) std::memcpy(fresh, old, had);
    return fresh;
  }

 private:
  std::vector<std::unique_ptr<char[]>> m_blocks;
  char* m_at = nullptr;
  std::size_t m_room = 0;
  std::size_t m_left;
};

thread_local Arena* t_arena = nullptr;
thread_local std::jmp_buf t_out_of_budget;

void* or_leave(void* memory) {
  if (memory == nullptr) std::longjmp(t_out_of_budget, 1);
  return memory;
}

void* arena_malloc(std::size_t size) { return t_arena ? or_leave(t_arena->allocate(size)) : std::malloc(size); }
void* arena_realloc(void* old, std::size_t size) {
  return t_arena ? or_leave(t_arena->reallocate(old, size)) : std::realloc(old, size);
}
void arena_free(void* memory) {
  if (t_arena == nullptr) std::free(memory);
}
void* arena_calloc(std::size_t count, std::size_t size) {
  if (t_arena == nullptr) return std::calloc(count, size);
  void* memory = or_leave(t_arena->allocate(count * size));
  std::memset(memory, 0, count * size);
  return memory;
}

// longjmp passes only C frames of the parser: nothing here has a destructor between setjmp and the call.
TSTree* parse_or_null(const TSLanguage* language, std::string_view text) {
  if (setjmp(t_out_of_budget) != 0) return nullptr;
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, language);
  return ts_parser_parse_string(parser, nullptr, text.data(), static_cast<std::uint32_t>(text.size()));
}

SyntaxNode copy_of(const TSTreeCursor& cursor, Index parent, std::uint32_t depth) {
  const TSNode node = ts_tree_cursor_current_node(&cursor);
  SyntaxNode copy;
  copy.kind = ts_node_symbol(node);
  copy.field = ts_tree_cursor_current_field_id(&cursor);
  copy.named = ts_node_is_named(node);
  copy.error = ts_node_is_error(node) || ts_node_is_missing(node);
  copy.has_error = ts_node_has_error(node);
  copy.depth = depth;
  copy.span = {ts_node_start_byte(node), ts_node_end_byte(node)};
  copy.parent = parent;
  return copy;
}

bool copy_tree(const TSTree* tree, SyntaxTree& out) {
  if (setjmp(t_out_of_budget) != 0) return false;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  out.nodes.push_back(copy_of(cursor, kNone, 0));
  Index at = 0;
  while (true) {
    const std::uint32_t depth = out.nodes[at].depth + 1;
    if (depth > kMaxSyntaxDepth) out.cut = true;
    if (depth <= kMaxSyntaxDepth && ts_tree_cursor_goto_first_child(&cursor)) {
      const auto child = static_cast<Index>(out.nodes.size());
      out.nodes[at].first_child = child;
      out.nodes.push_back(copy_of(cursor, at, depth));
      at = child;
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) return true;
      at = out.nodes[at].parent;
    }
    const auto sibling = static_cast<Index>(out.nodes.size());
    out.nodes[at].next = sibling;
    out.nodes.push_back(copy_of(cursor, out.nodes[at].parent, out.nodes[at].depth));
    at = sibling;
  }
}

}  // namespace

Grammar make_grammar(const TSLanguage* language) {
  Grammar grammar{.language = language, .kind_names = {}, .field_names = {}, .kind_named = {}};
  const std::uint32_t kinds = ts_language_symbol_count(language);
  for (std::uint32_t i = 0; i < kinds; ++i) {
    grammar.kind_names.emplace_back(ts_language_symbol_name(language, static_cast<TSSymbol>(i)));
    grammar.kind_named.push_back(ts_language_symbol_type(language, static_cast<TSSymbol>(i)) == TSSymbolTypeRegular);
  }
  grammar.field_names.emplace_back("");
  const std::uint32_t fields = ts_language_field_count(language);
  for (std::uint32_t i = 1; i <= fields; ++i)
    grammar.field_names.emplace_back(ts_language_field_name_for_id(language, static_cast<TSFieldId>(i)));
  return grammar;
}

std::uint16_t Grammar::kind(std::string_view kind_name, bool named) const {
  const std::uint16_t symbol =
      ts_language_symbol_for_name(language, kind_name.data(), static_cast<std::uint32_t>(kind_name.size()), named);
  if (symbol == 0) {
    fmt::print(stderr, "idem: internal error: the grammar has no node kind {}\n", kind_name);
    std::abort();
  }
  return symbol;
}

std::uint16_t Grammar::field(std::string_view field_name) const {
  const std::uint16_t id =
      ts_language_field_id_for_name(language, field_name.data(), static_cast<std::uint32_t>(field_name.size()));
  if (id == 0) {
    fmt::print(stderr, "idem: internal error: the grammar has no field {}\n", field_name);
    std::abort();
  }
  return id;
}

SyntaxTree parse(const Grammar& grammar, std::string_view text) {
  static std::once_flag once;
  std::call_once(once, [] { ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free); });
  SyntaxTree out;
  Arena arena((std::size_t{64} << 20) + 256 * text.size());
  t_arena = &arena;
  const TSTree* tree = parse_or_null(grammar.language, text);
  out.nodes.reserve(text.size() / 4 + 16);
  out.failed = tree == nullptr || !copy_tree(tree, out);
  t_arena = nullptr;
  if (out.failed) out.nodes.clear();
  return out;
}

}  // namespace idem
