// Path text: folding values, and one spelling for the parameters of all frameworks.
#include "engine/compose.hpp"

#include <cctype>

namespace idem {

static std::string hole_name(Interpreter& interpreter, V value) {
  for (V at = value; at != nullptr; at = at->receiver) {
    std::string_view name = at->name != 0 ? interpreter.text(at->name) : std::string_view{};
    if (at->lib != nullptr && at->lib->step.starts_with(".")) name = std::string_view(at->lib->step).substr(1);
    if (name.find_first_of(" {}/") == std::string_view::npos && !name.empty()) return std::string(name);
  }
  return "expression";
}

static constexpr std::size_t kMaxPathText = 4096;

static void fold_into(Interpreter& interpreter, V value, FoldedPath& out, unsigned depth) {
  if (out.text.size() > kMaxPathText) {
    out.dynamic = true;
    out.reason = "the path is too long";
    return;
  }
  switch (value->kind) {
    case ValueKind::text:
      if (value->items.empty()) {
        out.text += interpreter.text(value->name);
        if (out.place.file == kNone) out.place = value->site;
        return;
      }
      if (depth > 12) break;
      for (V part : value->items) fold_into(interpreter, part, out, depth + 1);
      return;
    case ValueKind::number:
      out.text += interpreter.text(value->name);
      return;
    case ValueKind::null:
      return;
    case ValueKind::any_of:
      // `configured || "/api"`: the literal is what the source fixes.
      for (V one : value->items)
        if (one->is(ValueKind::text)) {
          fold_into(interpreter, one, out, depth + 1);
          return;
        }
      break;
    case ValueKind::instance:
    case ValueKind::map:
      break;
    default:
      break;
  }
  const std::string name = hole_name(interpreter, value);
  const std::string_view why =
      value->is(ValueKind::unknown) && value->name != 0 ? interpreter.text(value->name) : std::string_view{};
  if (why.starts_with("regex:")) {
    out.text += std::string(why.substr(6));
    out.dynamic = true;
    out.reason = "a regular expression";
    return;
  }
  out.text += "{" + name + "}";
  out.dynamic = true;
  if (out.reason.empty()) out.reason = "the value of " + name + " is not fixed by the source";
}

std::vector<FoldedPath> fold_paths(Interpreter& interpreter, V value) {
  std::vector<V> values;
  if (value == nullptr) return {FoldedPath{}};
  if (value->is(ValueKind::list) && !value->object->items.empty())
    values = value->object->items;
  else if (value->is(ValueKind::any_of)) {
    // Several literals are several paths; a literal beside something unknown is its default.
    for (V one : value->items)
      if (one->is(ValueKind::text)) values.push_back(one);
    if (values.empty()) values = {value};
  } else {
    values = {value};
  }
  std::vector<FoldedPath> paths;
  for (V one : values) {
    FoldedPath path;
    fold_into(interpreter, one, path, 0);
    paths.push_back(std::move(path));
  }
  return paths;
}

static bool is_type_word(std::string_view word) {
  for (const std::string_view known :
       {"int", "str", "string", "float", "number", "uuid", "path", "slug", "alpha", "ymd", "strorempty", "ext", "any"})
    if (word == known) return true;
  return false;
}

// One segment-wise pass: :id, :id(\\d+), :id?, <int:id>, [id], [...slug], *rest, (?P<id>…), {id:regex} → {id}.
std::string normal_path(std::string_view path) {
  std::string out;
  const auto word_end = [&](std::size_t at) {
    const auto in_word = [&](std::size_t i) {
      return i < path.size() && (std::isalnum(static_cast<unsigned char>(path[i])) != 0 || path[i] == '_');
    };
    // A hyphen belongs to the name (":entity-id") unless another parameter follows it (":from-:to").
    while (in_word(at) || (at < path.size() && path[at] == '-' && in_word(at + 1))) ++at;
    return at;
  };
  const auto skip_group = [&](std::size_t at, char open, char close) {
    int depth = 0;
    for (; at < path.size(); ++at) {
      if (path[at] == '\\') {
        ++at;
        continue;
      }
      if (path[at] == open) ++depth;
      if (path[at] == close && --depth == 0) return at + 1;
    }
    return path.size();
  };
  for (std::size_t i = 0; i < path.size();) {
    const char c = path[i];
    const bool at_start = out.empty() || out.back() == '/';
    if (c == '^' && at_start) {
      ++i;
    } else if (c == '$' && i + 1 == path.size()) {
      ++i;
    } else if (c == '?' && out.ends_with('/') && path.substr(i + 1).find_first_not_of('$') == std::string_view::npos) {
      ++i;  // an optional slash at the end of a regular expression
    } else if (c == '\\' && i + 1 < path.size() && std::ispunct(static_cast<unsigned char>(path[i + 1])) != 0) {
      ++i;
    } else if (c == ':' && i + 1 < path.size() &&
               (std::isalpha(static_cast<unsigned char>(path[i + 1])) != 0 || path[i + 1] == '_') &&
               out.find("://") == std::string::npos) {
      const std::size_t end = word_end(i + 1);
      out += "{" + std::string(path.substr(i + 1, end - i - 1)) + "}";
      i = end;
      if (i < path.size() && path[i] == '(') i = skip_group(i, '(', ')');
      if (i < path.size() && path[i] == '{') i = skip_group(i, '{', '}');
      if (i < path.size() && (path[i] == '?' || path[i] == '*' || path[i] == '+')) ++i;
    } else if (c == '<') {
      const std::size_t close = path.find('>', i);
      if (close == std::string_view::npos) {
        out += c;
        ++i;
        continue;
      }
      std::string_view inside = path.substr(i + 1, close - i - 1);
      const std::size_t colon = inside.rfind(':');
      // The name stands behind its type, or before it: <int:id>, <id:int>.
      if (colon != std::string_view::npos) {
        if (is_type_word(inside.substr(colon + 1)) && !is_type_word(inside.substr(0, colon)))
          inside = inside.substr(0, colon);
        else
          inside.remove_prefix(colon + 1);
      }
      out += "{" + std::string(inside) + "}";
      i = close + 1;
    } else if (c == '[' && at_start) {
      const std::size_t close = path.find(']', i);
      if (close == std::string_view::npos) {
        out += c;
        ++i;
        continue;
      }
      std::string_view inside = path.substr(i + 1, close - i - 1);
      while (!inside.empty() && (inside.front() == '[' || inside.front() == '.')) inside.remove_prefix(1);
      out += "{" + std::string(inside) + "}";
      i = close + 1;
      while (i < path.size() && path[i] == ']') ++i;
    } else if (c == '(' && path.substr(i).starts_with("(?P<")) {
      const std::size_t close = path.find('>', i);
      const std::size_t end = skip_group(i, '(', ')');
      out += "{" + std::string(path.substr(i + 4, close == std::string_view::npos ? 0 : close - i - 4)) + "}";
      i = end;
    } else if (c == '{') {
      const std::size_t end = skip_group(i, '{', '}');
      std::string_view inside = path.substr(i + 1, end - i - 2);
      const std::size_t colon = inside.find_first_of(":?");
      std::string_view name = inside.substr(0, colon);
      while (name.ends_with(".")) name.remove_suffix(1);
      if (name != "$") out += "{" + std::string(name) + "}";
      i = end;
    } else if (c == '*' && at_start) {
      const std::size_t end = word_end(i + 1);
      out += end > i + 1 ? "{" + std::string(path.substr(i + 1, end - i - 1)) + "}" : "*";
      i = end;
    } else if (c == '/' && !out.empty() && out.back() == '/') {
      ++i;
    } else {
      out += c;
      ++i;
    }
  }
  return out;
}

std::string join_paths(std::string_view prefix, std::string_view path) {
  if (path.empty()) return std::string(prefix);
  if (prefix.empty()) return std::string(path);
  std::string out(prefix);
  while (out.ends_with('/')) out.pop_back();
  if (!path.starts_with('/')) out += '/';
  return out + std::string(path);
}

}  // namespace idem
