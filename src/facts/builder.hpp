#pragma once

#include "facts/facts.hpp"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem {

// Fills a FileFacts. Front ends own one for the length of a file; it keeps the stack of open blocks and interns names.
class FactsBuilder {
 public:
  explicit FactsBuilder(FileFacts& facts, std::string_view text);

  FileFacts& facts() { return m_facts; }
  const FileFacts& facts() const { return m_facts; }
  NameId name(std::string_view text);

  // Expressions. All take the span of the source they stand for.
  ExprId add(const Expr& expr);
  ExprId unknown(std::string_view why, Span span);
  ExprId string(std::string_view value, Span span);
  ExprId name_expr(std::string_view identifier, Span span);
  ExprId member(ExprId object, std::string_view member_name, Span span, std::uint8_t flags = 0);
  ExprId index(ExprId object, ExprId key, Span span);
  ExprId op(std::string_view operator_name, ExprId a, ExprId b, Span span);
  ExprId call(ExprId callee, const std::vector<Arg>& args, Span span, std::uint8_t flags = 0);
  ExprId list(ExprKind kind, const std::vector<Arg>& args, Span span, std::uint8_t flags = 0);  // list, map or text
  ExprId fn_expr(FnId fn, Span span);
  ExprId type_expr(TypeId type, Span span);
  Range args(const std::vector<Arg>& list);
  // A name no source can spell, for the parts of a destructured value: "$1", "$2", …
  std::string fresh_name();

  // Blocks nest: events are added to the innermost open one.
  void open_block();
  BlockId close_block();
  bool block_is_empty() const { return m_open.back().empty(); }  // whether the innermost open block has no event yet
  void drop_block();                                             // closes it and forgets what it held
  void event(const Event& event);
  void set(ExprId place, ExprId value, SetHow how, Span span, TypeRefId type = kNone);
  void eval(ExprId expr, Span span);
  void leave(LeaveHow how, ExprId value, Span span);

  Range type_list(const std::vector<TypeRefId>& list);
  Range name_list(const std::vector<NameId>& list);
  Range expr_list(const std::vector<ExprId>& list);
  TypeRefId type_ref(const TypeRef& ref);
  TypeRefId named_type(std::string_view dotted, Span span);
  // Functions and types are reserved first (so that what is inside can refer to them) and filled afterwards.
  FnId reserve_fn();
  TypeId reserve_type();
  Range params(const std::vector<Param>& list);
  Range annotations(const std::vector<Annotation>& list);
  Range catches(const std::vector<Catch>& list);
  void cut(std::string_view why, Span span);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  FileFacts& m_facts;
  std::unordered_map<std::string, NameId, Hash, std::equal_to<>> m_names;
  std::vector<std::vector<Event>> m_open;
  unsigned m_fresh = 0;
};

}  // namespace idem
