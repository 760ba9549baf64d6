#include "fingerprint/pointer.hpp"

#include "fingerprint/canonical.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace idem {

namespace {

bool matches(const std::string& token, std::string_view name) { return token == "*" || token == name; }

std::string index_name(std::size_t i) { return fmt::format("{}", i); }

// What is kept of a value, by the pointers that still apply to it; `depth` tokens are done.
struct Keeper {
  const std::vector<JsonPointer>& pointers;
  std::vector<bool>& matched;

  // Whether anything is kept.
  bool keep(JsonValue& value, const std::vector<std::size_t>& active, std::size_t depth) {
    bool whole = false;
    for (const std::size_t p : active) {
      if (pointers[p].tokens.size() != depth) continue;
      matched[p] = true;
      whole = true;
    }
    if (whole) return true;
    if (JsonObject* members = value.object()) {
      std::erase_if(*members,
                    [&](JsonMember& member) { return !keep_child(member.second, member.first, active, depth); });
      return !members->empty();
    }
    if (JsonArray* items = value.array()) {
      JsonArray kept;
      for (std::size_t i = 0; i < items->size(); ++i)
        if (keep_child((*items)[i], index_name(i), active, depth)) kept.push_back(std::move((*items)[i]));
      *items = std::move(kept);
      return !items->empty();
    }
    return false;
  }

  bool keep_child(JsonValue& child, std::string_view name, const std::vector<std::size_t>& active, std::size_t depth) {
    std::vector<std::size_t> next;
    for (const std::size_t p : active)
      if (pointers[p].tokens.size() > depth && matches(pointers[p].tokens[depth], name)) next.push_back(p);
    return !next.empty() && keep(child, next, depth + 1);
  }
};

bool remove_below(JsonValue& value, const JsonPointer& pointer, std::size_t depth) {
  const std::string& token = pointer.tokens[depth];
  const bool last = depth + 1 == pointer.tokens.size();
  bool removed = false;
  if (JsonObject* members = value.object()) {
    if (last)
      return std::erase_if(*members, [&](const JsonMember& member) { return matches(token, member.first); }) > 0;
    for (JsonMember& member : *members)
      if (matches(token, member.first)) removed = remove_below(member.second, pointer, depth + 1) || removed;
  } else if (JsonArray* items = value.array()) {
    JsonArray kept;
    for (std::size_t i = 0; i < items->size(); ++i) {
      const bool here = matches(token, index_name(i));
      if (here && last) {
        removed = true;
        continue;
      }
      if (here) removed = remove_below((*items)[i], pointer, depth + 1) || removed;
      kept.push_back(std::move((*items)[i]));
    }
    *items = std::move(kept);
  }
  return removed;
}

void compare(const JsonValue* a, const JsonValue* b, const std::string& at, std::vector<JsonDifference>& found) {
  if (a == nullptr || b == nullptr) {
    found.push_back({at, a, b});
    return;
  }
  if (a->object() != nullptr && b->object() != nullptr) {
    const JsonObject& left = *a->object();
    const JsonObject& right = *b->object();
    std::size_t i = 0, k = 0;
    while (i < left.size() || k < right.size()) {
      const bool only_left = k == right.size() || (i < left.size() && utf16_less(left[i].first, right[k].first));
      const bool only_right = !only_left && (i == left.size() || utf16_less(right[k].first, left[i].first));
      const std::string& name = only_right ? right[k].first : left[i].first;
      compare(only_right ? nullptr : &left[i].second, only_left ? nullptr : &right[k].second,
              at + "/" + escape_token(name), found);
      if (!only_right) ++i;
      if (!only_left) ++k;
    }
  } else if (a->array() != nullptr && b->array() != nullptr) {
    const std::size_t count = std::max(a->array()->size(), b->array()->size());
    for (std::size_t i = 0; i < count; ++i)
      compare(i < a->array()->size() ? &(*a->array())[i] : nullptr,
              i < b->array()->size() ? &(*b->array())[i] : nullptr, at + "/" + index_name(i), found);
  } else if (a->data.index() != b->data.index() || canonical_json(*a) != canonical_json(*b)) {
    found.push_back({at, a, b});
  }
}

}  // namespace

Result<JsonPointer> parse_pointer(std::string_view text) {
  JsonPointer pointer{std::string(text), {}};
  if (text.empty()) return pointer;
  if (text.front() != '/')
    return Error{ErrorKind::usage,
                 fmt::format("'{}' is no JSON pointer; write it such as /amount or /items/*/sku (RFC 6901)",
                             text.substr(0, 60))};
  std::string token;
  for (std::size_t i = 1; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == '/') {
      pointer.tokens.push_back(std::move(token));
      token.clear();
    } else if (text[i] == '~') {
      const char next = i + 1 < text.size() ? text[i + 1] : '\0';
      if (next != '0' && next != '1')
        return Error{ErrorKind::usage,
                     fmt::format("'{}': ~ is followed by 0 or 1 in a JSON pointer", text.substr(0, 60))};
      token += next == '0' ? '~' : '/';
      ++i;
    } else {
      token += text[i];
    }
  }
  return pointer;
}

std::string escape_token(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

void keep_only(JsonValue& value, const std::vector<JsonPointer>& pointers, std::vector<std::string>& unmatched) {
  if (pointers.empty()) return;
  std::vector<bool> matched(pointers.size(), false);
  std::vector<std::size_t> all(pointers.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Keeper{pointers, matched}.keep(value, all, 0);
  for (std::size_t i = 0; i < pointers.size(); ++i)
    if (!matched[i]) unmatched.push_back(pointers[i].text);
}

bool remove_at(JsonValue& value, const JsonPointer& pointer) {
  return !pointer.tokens.empty() && remove_below(value, pointer, 0);
}

std::vector<JsonDifference> differences(const JsonValue& a, const JsonValue& b) {
  std::vector<JsonDifference> found;
  compare(&a, &b, "", found);
  return found;
}

}  // namespace idem
