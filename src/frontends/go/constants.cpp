// Integer constants of `const ( A = iota … )`: folded here because iota is a matter of position, not of values.
#include "frontends/go/lowering.hpp"

#include <charconv>

namespace idem::go {
namespace {

std::optional<long long> parse_integer(std::string_view spelled) {
  const std::string digits = without_underscores(spelled);
  int base = 10;
  std::size_t skip = 0;
  if (digits.size() > 1 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    skip = mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1;
  }
  long long value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data() + skip, end, value, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<long long> apply(std::string_view op, long long a, long long b) {
  long long out = 0;
  if (op == "+") return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "-") return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "*") return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if ((op == "/" || op == "%") && b > 0) return op == "/" ? a / b : a % b;
  if (op == "<<" && a >= 0 && b >= 0 && b < 62 && a <= (1ll << 62 >> b)) return a << b;
  if (op == ">>" && a >= 0 && b >= 0 && b < 63) return a >> b;
  if (op == "|") return a | b;
  if (op == "&") return a & b;
  if (op == "^") return a ^ b;
  return std::nullopt;
}

}  // namespace

std::optional<long long> fold_integer(const Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  switch (syntax.kind(node)) {
    case Kind::int_literal:
      return parse_integer(syntax.text(node));
    case Kind::rune_literal:
      return decode_rune(syntax.text(node));
    case Kind::iota:
      return low.iota;
    case Kind::parenthesized_expression:
      return fold_integer(low, syntax.first(node));
    case Kind::unary_expression: {
      const auto value = fold_integer(low, syntax.child(node, FieldName::operand));
      const std::string_view op = syntax.text(syntax.child(node, FieldName::operator_));
      if (!value) return std::nullopt;
      if (op == "-") return apply("-", 0, *value);
      return op == "+" ? value : std::nullopt;
    }
    case Kind::binary_expression: {
      const auto a = fold_integer(low, syntax.child(node, FieldName::left));
      if (!a) return std::nullopt;
      const auto b = fold_integer(low, syntax.child(node, FieldName::right));
      if (!b) return std::nullopt;
      return apply(syntax.text(syntax.child(node, FieldName::operator_)), *a, *b);
    }
    case Kind::call_expression: {  // Status(iota): a conversion when it has one argument and is written like a type
      const Index callee = syntax.child(node, FieldName::function);
      const std::vector<Index> args = syntax.children(syntax.child(node, FieldName::arguments));
      if (syntax.kind(callee) != Kind::identifier || args.size() != 1) return std::nullopt;
      return fold_integer(low, args[0]);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace idem::go
