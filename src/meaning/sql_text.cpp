#include "meaning/sql_text.hpp"

#include <algorithm>
#include <cctype>

namespace idem {

namespace {

struct Token {
  std::string text;  // words in lower case without quotes; everything else as spelled
  bool word = false;
  bool literal = false;
};

std::vector<Token> tokens_of(std::string_view sql) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  while (i < sql.size() && tokens.size() < 4000) {
    const char c = sql[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
    } else if (c == '-' && sql.substr(i).starts_with("--")) {
      i = std::min(sql.find('\n', i), sql.size());
    } else if (c == '/' && sql.substr(i).starts_with("/*")) {
      const std::size_t end = sql.find("*/", i + 2);
      i = end == std::string_view::npos ? sql.size() : end + 2;
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
      Token token{.word = true};
      while (i < sql.size() && (std::isalnum(static_cast<unsigned char>(sql[i])) != 0 || sql[i] == '_'))
        token.text += static_cast<char>(std::tolower(static_cast<unsigned char>(sql[i++])));
      tokens.push_back(std::move(token));
    } else if (c == '"' || c == '`' || c == '[') {
      const char close = c == '[' ? ']' : c;
      const std::size_t end = sql.find(close, i + 1);
      if (end == std::string_view::npos) break;
      Token token{.word = true};
      for (const char inner : sql.substr(i + 1, end - i - 1))
        token.text += static_cast<char>(std::tolower(static_cast<unsigned char>(inner)));
      tokens.push_back(std::move(token));
      i = end + 1;
    } else if (c == '\'') {
      std::size_t end = i + 1;
      while (end < sql.size() && (sql[end] != '\'' || sql.substr(end).starts_with("''")))
        end += sql.substr(end).starts_with("''") ? 2 : 1;
      tokens.push_back({.text = std::string(sql.substr(i, end + 1 - i)), .literal = true});
      i = end + 1;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      Token token{.literal = true};
      while (i < sql.size() && (std::isalnum(static_cast<unsigned char>(sql[i])) != 0 || sql[i] == '.'))
        token.text += sql[i++];
      tokens.push_back(std::move(token));
    } else {
      std::string text(1, c);
      if ((c == '$' || c == ':' || c == '@' || c == '%') && i + 1 < sql.size()) {
        while (i + 1 < sql.size() && (std::isalnum(static_cast<unsigned char>(sql[i + 1])) != 0 || sql[i + 1] == '_'))
          text += sql[++i];
      }
      tokens.push_back({.text = std::move(text)});
      ++i;
    }
  }
  return tokens;
}

struct Reader {
  std::vector<Token> tokens;
  std::size_t at = 0;
  SqlStatement out;

  bool is(std::string_view word, std::size_t ahead = 0) const {
    return at + ahead < tokens.size() && tokens[at + ahead].text == word && !tokens[at + ahead].literal;
  }
  bool done() const { return at >= tokens.size(); }
  const Token& now() const { return tokens[at]; }

  std::string table_name() {
    std::string name;
    if (is("only")) ++at;
    if (!done() && now().word) name = tokens[at++].text;
    while (is(".") && at + 1 < tokens.size() && tokens[at + 1].word) {
      name = tokens[at + 1].text;
      at += 2;
    }
    return name;
  }

  // From an opening parenthesis to its end: items split at top-level commas.
  std::vector<std::string> list() {
    std::vector<std::string> items;
    if (!is("(")) return items;
    ++at;
    std::string item;
    int depth = 0;
    for (; !done(); ++at) {
      if (is("(")) ++depth;
      if (is(")") && depth-- == 0) {
        ++at;
        break;
      }
      if (is(",") && depth == 0) {
        items.push_back(std::move(item));
        item.clear();
        continue;
      }
      if (!item.empty()) item += ' ';
      item += now().text;
    }
    if (!item.empty()) items.push_back(std::move(item));
    return items;
  }

  bool clause_ends() const {
    return done() || is(")") || is("where") || is("returning") || is("on") || is("order") || is("limit") ||
           is("group") || is("for") || is(";") || is("from");
  }

  void assignments(bool on_conflict) {
    while (!clause_ends()) {
      std::string column;
      if (now().word) column = tokens[at++].text;
      while (is(".") && at + 1 < tokens.size()) {
        column = tokens[at + 1].text;
        at += 2;
      }
      if (!is("=")) {
        ++at;
        continue;
      }
      ++at;
      std::string value;
      int depth = 0;
      bool own = false, arithmetic = false;
      for (; !done() && !(depth == 0 && (is(",") || clause_ends())); ++at) {
        if (is("(")) ++depth;
        if (is(")")) --depth;
        own |= now().text == column && !(at > 1 && tokens[at - 1].text == "." && tokens[at - 2].text == "excluded");
        arithmetic |= is("+") || is("-") || is("*") || is("|");
        value += now().text + ' ';
      }
      if (own && arithmetic) out.relative = true;
      if (!on_conflict) {
        out.columns.push_back(column);
        out.values.push_back(value);
      }
      if (is(",")) ++at;
    }
  }

  void where() {
    for (; !done(); ++at) {
      if (is("for") && (is("update", 1) || is("share", 1) || is("no", 1))) out.row_lock = true;
      if (is("returning")) out.returning = true;
      if (at == 0 || !now().word) {
        const bool compares = is("=") || (is("<") && is("=", 1));
        if (!compares || at == 0 || !tokens[at - 1].word) continue;
        out.filter_columns.push_back(tokens[at - 1].text);
        if (at + 1 < tokens.size() && tokens[at + 1].literal) out.filter_literals.push_back(tokens[at - 1].text);
      } else if (is("in") && tokens[at - 1].word && tokens[at - 1].text != "not") {
        out.filter_columns.push_back(tokens[at - 1].text);
        if (is("(", 1) && at + 2 < tokens.size() && tokens[at + 2].literal)
          out.filter_literals.push_back(tokens[at - 1].text);
      } else if (is("is") && is("null", 1) && tokens[at - 1].word) {
        out.filter_literals.push_back(tokens[at - 1].text);
      }
    }
  }

  void insert() {
    if (is("or") && (is("ignore", 1) || is("replace", 1))) {
      out.on_conflict = is("ignore", 1) ? OnConflict::ignore : OnConflict::update;
      at += 2;
    }
    if (is("ignore")) {
      out.on_conflict = OnConflict::ignore;
      ++at;
    }
    if (is("into")) ++at;
    out.table = table_name();
    if (is("as")) at += 2;
    if (is("(")) out.columns = list();
    if (is("values")) {
      ++at;
      out.values = list();
    } else if (is("select") || is("(")) {
      out.from_select = true;
    }
    for (; !done(); ++at) {
      if (is("on") && is("conflict", 1)) {
        at += 2;
        out.conflict_columns = list();
        if (is("where"))
          while (!done() && !is("do")) ++at;
        if (is("on") && is("constraint", 1)) at += 3;
        if (is("do") && is("nothing", 1)) out.on_conflict = OnConflict::ignore;
        if (is("do") && is("update", 1)) {
          out.on_conflict = OnConflict::update;
          at += 2;
          if (is("set")) {
            ++at;
            assignments(true);
          }
        }
        if (done()) break;
      }
      if (is("on") && is("duplicate", 1)) {
        out.on_conflict = OnConflict::update;
        at += 4;
        assignments(true);
        if (done()) break;
      }
      if (is("returning")) out.returning = true;
    }
  }
};

}  // namespace

SqlStatement read_sql(std::string_view text) {
  Reader reader;
  reader.tokens = tokens_of(text.substr(0, 20000));
  SqlStatement& out = reader.out;
  if (reader.done() || !reader.now().word) return {};
  for (const Token& token : reader.tokens) {
    if (token.text.starts_with("pg_advisory") || token.text.starts_with("pg_try_advisory") || token.text == "get_lock")
      out.advisory_lock = true;
    if (token.text.find("advisory_xact") != std::string::npos) out.advisory_xact = true;
  }
  if (reader.is("with")) {
    // The statement that a common table expression leads to: the first writing verb, else a select.
    for (std::size_t i = 1; i < reader.tokens.size(); ++i)
      if (reader.tokens[i].word && !reader.tokens[i].literal &&
          (reader.tokens[i].text == "insert" || reader.tokens[i].text == "update" ||
           reader.tokens[i].text == "delete")) {
        if (i > 0 && reader.tokens[i - 1].text == "for") continue;
        reader.at = i;
        break;
      }
    if (reader.at == 0) {
      out.verb = SqlVerb::select;
      return out;
    }
  }
  if (reader.is("select") && reader.tokens.size() > 1) {
    out.verb = SqlVerb::select;
    while (!reader.done() && !reader.is("from")) ++reader.at;
    if (reader.is("from")) {
      ++reader.at;
      out.table = reader.table_name();
    }
    reader.where();
  } else if ((reader.is("insert") && (reader.is("into", 1) || reader.is("or", 1) || reader.is("ignore", 1))) ||
             (reader.is("replace") && reader.is("into", 1))) {
    if (reader.is("replace")) out.on_conflict = OnConflict::update;
    ++reader.at;
    out.verb = SqlVerb::insert;
    reader.insert();
  } else if (reader.is("update") && reader.tokens.size() > 3) {
    ++reader.at;
    out.table = reader.table_name();
    while (!reader.done() && !reader.is("set")) ++reader.at;
    if (reader.done()) return {};
    out.verb = SqlVerb::update;
    ++reader.at;
    reader.assignments(false);
    reader.where();
  } else if (reader.is("delete") && reader.is("from", 1)) {
    reader.at += 2;
    out.verb = SqlVerb::delete_;
    out.table = reader.table_name();
    reader.where();
  } else if (reader.is("merge") && reader.is("into", 1)) {
    reader.at += 2;
    out.verb = SqlVerb::merge;
    out.table = reader.table_name();
    out.on_conflict = OnConflict::update;
  } else {
    return {};
  }
  return out;
}

}  // namespace idem
