#include "meaning/origin.hpp"

#include "meaning/memo.hpp"
#include "meaning/settings.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <set>
#include <unordered_map>

namespace idem {

std::string plain_name(std::string_view name) {
  std::string out;
  for (const unsigned char c : name)
    if (std::isalnum(c) != 0) out += static_cast<char>(std::tolower(c));
  return out;
}

std::vector<std::string> split_words(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool starts = std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (std::isalnum(c) == 0 || starts) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    }
    if (std::isalnum(c) != 0) word += static_cast<char>(std::tolower(c));
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

template <std::size_t N>
static bool contains_one(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

bool names_a_key(std::string_view name) {
  constexpr std::array<std::string_view, 13> kKeys = {
      "idempoten",    "idemkey",          "dedupe",    "dedup",   "clientrequestid", "clientreference", "clienttoken",
      "requesttoken", "clientmutationid", "replaykey", "oncekey", "paypalrequestid", "senderbatchid"};
  const std::string plain = plain_name(name);
  // "ikey" alone: it is also the end of an API key's name.
  if (plain == "ik" || plain == "ikey" || plain == "xikey" || contains_one(plain, kKeys)) return true;
  const std::vector<std::string>& own = settings().key_names;
  return std::find(own.begin(), own.end(), plain) != own.end();
}

bool names_an_attempt(std::string_view name) {
  constexpr std::array<std::string_view, 17> kExact = {
      "xrequestid", "requestid",    "traceid",  "traceparent", "xcorrelationid",    "correlationid",
      "spanid",     "xamzntraceid", "threadid", "cfray",       "checkpointid",      "xamznrequestid",
      "xb3traceid", "xvercelid",    "reqid",    "xreqid",      "xcloudtracecontext"};
  constexpr std::array<std::string_view, 5> kParts = {"toolcallid", "tooluseid", "runid", "attemptid", "callid"};
  const std::string plain = plain_name(name);
  return std::find(kExact.begin(), kExact.end(), plain) != kExact.end() || contains_one(plain, kParts);
}

bool names_a_caller(std::string_view name) {
  constexpr std::array<std::string_view, 12> kWords = {"user",         "tenant",    "account", "merchant",
                                                       "customer",     "caller",    "org",     "organization",
                                                       "organisation", "principal", "owner",   "client"};
  for (const std::string& word : split_words(name))
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
  return false;
}

bool names_a_fingerprint(std::string_view name) {
  constexpr std::array<std::string_view, 7> kParts = {"fingerprint", "requesthash",   "bodyhash", "payloadhash",
                                                      "inputhash",   "requestdigest", "checksum"};
  const std::string plain = plain_name(name);
  return plain == "print" || plain == "hash" || plain == "digest" || contains_one(plain, kParts);
}

MeaningMemo& meaning_memo(Interpreter& interpreter) {
  if (interpreter.memo_of_meaning == nullptr) interpreter.memo_of_meaning = std::make_shared<MeaningMemo>();
  return *static_cast<MeaningMemo*>(interpreter.memo_of_meaning.get());
}

static CallWords read_words(Interpreter& interpreter, V called);

const CallWords& words_of(Interpreter& interpreter, V called) {
  MeaningMemo& memo = meaning_memo(interpreter);
  if (const auto known = memo.words.find(called); known != memo.words.end()) return known->second;
  CallWords words = read_words(interpreter, called);
  words.plain_method = plain_name(words.method);
  return memo.words.emplace(called, std::move(words)).first->second;
}

static CallWords read_words(Interpreter& interpreter, V called) {
  CallWords words;
  std::vector<std::string> reversed;
  V at = called->receiver;
  bool first = true;
  for (int i = 0; at != nullptr && i < 12; ++i) {
    std::string name;
    if (at->lib != nullptr) {
      if (at->lib->step.starts_with("."))
        name = at->lib->step.substr(1);
      else if (at->lib->step.empty())
        name = at->lib->module;
    } else if (at->name != 0 && (at->is(ValueKind::unknown) || at->is(ValueKind::builtin))) {
      name = interpreter.text(at->name);
    } else if (at->is(ValueKind::instance) || at->is(ValueKind::type)) {
      const FileFacts& facts = interpreter.program().file(at->file).facts;
      name = facts.name(facts.types[at->decl].name);
    }
    if (name.find(' ') != std::string::npos) name.clear();
    if (first) {
      words.method = name;
      first = false;
    } else if (!name.empty()) {
      reversed.push_back(std::move(name));
    }
    if (at->lib != nullptr && at->receiver == nullptr && !at->lib->step.empty()) reversed.push_back(at->lib->module);
    at = at->receiver;
  }
  for (auto it = reversed.rbegin(); it != reversed.rend(); ++it)
    for (std::string& word : split_words(*it)) words.receiver.push_back(std::move(word));
  return words;
}

namespace {

struct Finder {
  Interpreter& interpreter;
  std::vector<Origin> found;
  std::set<V> seen;
  int steps = 0;

  void add(Origin origin) {
    for (const Origin& known : found)
      if (known.kind == origin.kind && known.name == origin.name && known.value == origin.value) return;
    if (found.size() < 24) found.push_back(std::move(origin));
  }

  static const Row* row_of(V value, Role role) {
    if (value->lib == nullptr) return nullptr;
    for (const Row* row : value->lib->rows)
      if (row->role == role) return row;
    return nullptr;
  }

  void args(V value) {
    if (value->args == nullptr) return;
    for (V one : value->args->positional) visit(one);
    for (const auto& [name, one] : value->args->named) visit(one);
  }

  std::string member_name(V value) const {
    if (value->lib != nullptr && value->lib->step.starts_with(".")) return value->lib->step.substr(1);
    return value->name != 0 ? std::string(interpreter.text(value->name)) : std::string();
  }

  // A read of the request that a row knows.
  bool read(V value) {
    for (V at = value; at != nullptr; at = at->receiver) {
      const Row* row = row_of(at, Role::read);
      if (row == nullptr) {
        if (at->args != nullptr) break;
        continue;
      }
      const std::string_view what = row->text("what");
      std::string name = interpreter.slot_text(*row, "name", at);
      if (name.empty() && at->name != 0) name = interpreter.text(at->name);
      if (name.empty() && at != value) name = member_name(value);
      if (name.empty() && at->lib->step.starts_with(".")) name = at->lib->step.substr(1);
      OriginKind kind = OriginKind::body;
      if (what == "header") kind = OriginKind::header;
      if (what == "caller") kind = OriginKind::caller;
      if (what == "path") kind = OriginKind::path;
      if (what == "query") kind = OriginKind::query;
      if (what == "attempt") kind = OriginKind::attempt_id;
      if ((kind == OriginKind::header || kind == OriginKind::caller) && names_an_attempt(name) && !names_a_key(name))
        kind = OriginKind::attempt_id;
      if (kind == OriginKind::header && plain_name(name) == "authorization") kind = OriginKind::caller;
      add({kind, name, at, value->site});
      made_where_absent(at);
      return true;
    }
    return false;
  }

  // headers.get(name, str(uuid4())): what stands in where nothing was sent.
  void made_where_absent(V read) {
    if (read->args == nullptr || read->args->positional.size() < 2) return;
    Finder inner{interpreter, {}, seen, steps};
    inner.visit(read->args->positional[1]);
    for (Origin& origin : inner.found)
      if (origin.kind == OriginKind::random || origin.kind == OriginKind::clock) add(std::move(origin));
  }

  void visit(V value) {
    if (value == nullptr || !seen.insert(value).second) return;
    if (interpreter.filled_by_chance.contains(value)) return add({OriginKind::random, "", value, value->site});
    if (++steps > 400) return add({OriginKind::unknown, "", nullptr, value->site});
    switch (value->kind) {
      case ValueKind::text:
        if (value->items.empty())
          add({OriginKind::constant, std::string(interpreter.text(value->name)), value, value->site});
        for (V part : value->items) visit(part);
        return;
      case ValueKind::number:
      case ValueKind::boolean:
        add({OriginKind::constant, std::string(interpreter.text(value->name)), value, value->site});
        return;
      case ValueKind::any_of:
      case ValueKind::op:
        for (V part : value->items) visit(part);
        return;
      case ValueKind::list:
        for (V part : value->object->items) visit(part);
        return;
      case ValueKind::map:
        for (const auto& [name, part] : value->object->fields) visit(part);
        return;
      case ValueKind::builtin:
        visit(value->receiver);
        return;
      case ValueKind::library:
        library(value);
        return;
      case ValueKind::unknown:
        unknown(value);
        return;
      default:
        return;
    }
  }

  void library(V value) {
    if (read(value)) return;
    const Row* row = row_of(value, Role::clock_random);
    // new Date(text) is the time that the text says.
    const bool given =
        row != nullptr && row->flag("bare") && value->args != nullptr && !value->args->positional.empty();
    if (row != nullptr && !given) {
      add({row->text("what") == "clock" ? OriginKind::clock : OriginKind::random, member_name(value), value,
           value->site});
      return;
    }
    if (digests(value)) return;
    const std::string name = member_name(value);
    if (!value->lib->called()) {
      if (names_an_attempt(name) && !names_a_key(name)) return add({OriginKind::attempt_id, name, value, value->site});
      if (value->receiver != nullptr) visit(value->receiver);
      return;
    }
    const CallWords& words = words_of(interpreter, value);
    if (clockish(words)) {
      found.back().value = value;
      found.back().site = value->site;
      return;
    }
    // middleware.GetReqID(ctx), ctx.Value("request_id")
    if (words.plain_method == "value" && !value->args->positional.empty() &&
        value->args->positional.front()->is(ValueKind::text) && value->args->positional.front()->items.empty())
      if (const std::string_view kept = interpreter.text(value->args->positional.front()->name); names_an_attempt(kept))
        return add({OriginKind::attempt_id, std::string(kept), value, value->site});
    if (words.plain_method.starts_with("get") && names_an_attempt(std::string_view(words.plain_method).substr(3)))
      return add({OriginKind::attempt_id, words.method, value, value->site});
    const std::size_t before = found.size();
    if (value->receiver != nullptr) visit(value->receiver);
    args(value);
    // By when or by which chance rows are picked is no part of what stands in them; a day is one for all its repeats.
    if (reads_rows(value) || tells_the_day(value))
      found.erase(std::remove_if(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                                 [](const Origin& origin) {
                                   return origin.kind == OriginKind::clock || origin.kind == OriginKind::random;
                                 }),
                  found.end());
    if (found.size() == before && dumps_a_model(value, words)) return add({OriginKind::body, "", value, value->site});
    if (found.size() == before || has_origin(found, OriginKind::unknown))
      add({OriginKind::result, words.method, value, value->site});
  }

  // find(…), select(…).where(…) of a library that keeps data.
  bool reads_rows(V value) const {
    if (!interpreter.libraries().writes_data(value->lib)) return false;
    int links = 0;
    for (V at = value; at != nullptr && ++links < 24; at = at->receiver) {
      if (at->args == nullptr || at->lib == nullptr) continue;
      const std::string& method = words_of(interpreter, at).plain_method;
      for (const std::string_view read : {"find", "get", "select", "query", "fetch", "list", "first", "filter"})
        if (method.starts_with(read)) return true;
    }
    return false;
  }

  // format(now, "yyyy-MM-dd"), now.strftime("%Y-%m-%d"), now.Format("2006-01-02")
  bool tells_the_day(V value) const {
    if (value->args == nullptr) return false;
    return std::any_of(value->args->positional.begin(), value->args->positional.end(), [&](V argument) {
      if (!argument->is(ValueKind::text) || !argument->items.empty()) return false;
      const std::string_view pattern = interpreter.text(argument->name);
      const bool year = pattern.find("yy") != pattern.npos || pattern.find("YY") != pattern.npos ||
                        pattern.find("%Y") != pattern.npos || pattern.find("2006") != pattern.npos;
      return year && pattern.size() < 20 && pattern.find_first_of(":HhSsTtAaXx") == pattern.npos;
    });
  }

  // The whole of a request's model as text or as a map.
  static bool dumps_a_model(V value, const CallWords& words) {
    static const std::set<std::string> kWrites = {"marshal", "marshalindent", "dumps", "stringify"};
    if (kWrites.contains(words.plain_method) && !value->args->positional.empty() &&
        value->args->positional.front()->is(ValueKind::instance))
      return true;
    static const std::set<std::string> kDumps = {"modeldump", "modeldumpjson", "dict", "json", "tojson"};
    V at = value->receiver;
    while (at != nullptr && at->receiver != nullptr && !at->is(ValueKind::instance)) at = at->receiver;
    return at != nullptr && at->is(ValueKind::instance) && kDumps.contains(plain_name(words.method));
  }

  bool clockish(const CallWords& words) {
    static const std::set<std::string> kRandom = {
        "randomuuid",  "uuid4", "uuidv4",  "v4",        "nanoid",   "newstring",    "ulid",   "cuid",
        "randombytes", "uuid1", "newuuid", "newrandom", "tokenhex", "tokenurlsafe", "random", "createid"};
    static const std::set<std::string> kClock = {"now",     "time",  "utcnow", "unixnano",
                                                 "gettime", "today", "timens", "monotonic"};
    const std::string& plain = words.plain_method;
    if (kRandom.contains(plain)) {
      add({OriginKind::random, words.method, nullptr, {}});
      return true;
    }
    const auto about_time = [&](const std::string& word) {
      return word == "date" || word == "time" || word == "datetime" || word == "performance" || word == "timezone" ||
             word == "clock";
    };
    if (kClock.contains(plain) && std::any_of(words.receiver.begin(), words.receiver.end(), about_time)) {
      add({OriginKind::clock, words.method, nullptr, {}});
      return true;
    }
    return false;
  }

  bool digests(V value) {
    const std::string& plain = words_of(interpreter, value).plain_method;
    const bool row = row_of(value, Role::digest) != nullptr;
    const bool by_word =
        value->lib != nullptr && (plain == "digest" || plain == "hexdigest" || plain == "sum256" || plain == "sum");
    if (!row && !by_word) return false;
    Finder inner{interpreter, {}, seen, steps};
    if (value->receiver != nullptr) inner.visit(value->receiver);
    inner.args(value);
    const auto& fed = meaning_memo(interpreter).fed;
    for (V at = value->receiver; at != nullptr; at = at->receiver) {
      inner.args(at);
      if (const auto more = fed.find(at); more != fed.end())
        for (V one : more->second) inner.visit(one);
    }
    add({OriginKind::digest, "", value, value->site, std::move(inner.found)});
    return true;
  }

  // A type that only carries data, and not who is calling.
  bool carries_data(V instance) const {
    static const std::set<std::string> kWho = {"auth",    "session",   "claims", "identity", "context",
                                               "ctx",     "jwt",       "token",  "config",   "settings",
                                               "options", "principal", "actor",  "service",  "client"};
    const FileFacts& facts = interpreter.program().file(instance->file).facts;
    const Type& type = facts.types[instance->decl];
    const std::string_view name = facts.name(type.name);
    if (names_a_caller(name)) {
      // CreateAccount, UserRegistration: what is sent about one.
      const std::vector<std::string> words = split_words(name);
      if (words.size() < 2 || words.front() == "current" || words.front() == "auth") return false;
    }
    for (const std::string& word : split_words(name))
      if (kWho.contains(word)) return false;
    const auto is_method = [&](const Fn& fn) {
      const bool own = fn.owner == instance->decl || (fn.owner_name != 0 && facts.name(fn.owner_name) == name);
      return own && fn.kind == FnKind::method && fn.body != kNone && fn.annotations.count == 0;
    };
    return std::none_of(facts.fns.begin(), facts.fns.end(), is_method);
  }

  // What a request brings, as far as its own names or types say: `req.body`, a model of the body.
  bool sent_by_caller(V holder) const {
    static const std::set<std::string> kBody = {"body", "json", "payload", "formdata", "postdata", "requestbody"};
    for (int i = 0; holder != nullptr && i < 6; ++i, holder = holder->receiver) {
      if (holder->is(ValueKind::instance)) return carries_data(holder);
      if (holder->args != nullptr) return false;
      if (kBody.contains(plain_name(member_name(holder)))) return true;
    }
    return false;
  }

  void unknown(V value) {
    const std::string name = value->name == 0 ? std::string() : std::string(interpreter.text(value->name));
    if (value->args != nullptr) {
      const CallWords& words = words_of(interpreter, value);
      if (clockish(words)) {
        found.back().value = value;
        found.back().site = value->site;
        return;
      }
      for (const std::string_view part : {"hash", "fingerprint", "digest"})
        if (plain_name(words.method).find(part) != std::string::npos) {
          Finder inner{interpreter, {}, seen, steps};
          inner.args(value);
          return add({OriginKind::digest, words.method, value, value->site, std::move(inner.found)});
        }
      const std::size_t before = found.size();
      if (value->receiver != nullptr) visit(value->receiver);
      args(value);
      if (found.size() == before) add({OriginKind::result, words.method, value, value->site});
      return;
    }
    if (name.find(' ') != std::string::npos) return add({OriginKind::unknown, "", value, value->site});
    if (!names_a_key(name) && names_an_attempt(name)) return add({OriginKind::attempt_id, name, value, value->site});
    if (value->receiver != nullptr) {
      if (sent_by_caller(value->receiver)) return add({OriginKind::body, name, value, value->site});
      if (names_a_caller(name)) return add({OriginKind::caller, name, value, value->site});
      const std::size_t before = found.size();
      visit(value->receiver);
      // A member of a parameter: the parameter's origin, by the member's name.
      for (std::size_t i = before; i < found.size(); ++i)
        if (found[i].kind == OriginKind::body) found[i].name = name;
      if (found.size() == before) add({OriginKind::unknown, name, value, value->site});
      return;
    }
    if (names_a_caller(name)) return add({OriginKind::caller, name, value, value->site});
    if (name.empty()) return add({OriginKind::unknown, name, value, value->site});
    add({OriginKind::body, name, value, value->site});
  }
};

}  // namespace

void note_written(Interpreter& interpreter, V called) {
  static const std::set<std::string> kWrites = {"write", "writestring", "update"};
  static const std::set<std::string> kWritesTo = {"writestring", "fprint", "fprintf", "fprintln", "copy"};
  if (called->lib == nullptr || called->args == nullptr || called->receiver == nullptr) return;
  const std::vector<V>& args = called->args->positional;
  const std::string& method = words_of(interpreter, called).plain_method;
  V into = nullptr;
  std::size_t first = 0;
  if (kWrites.contains(method) && args.size() == 1) {
    into = called->receiver->receiver;
  } else if (kWritesTo.contains(method) && args.size() > 1) {
    into = args.front();
    first = 1;
  }
  if (into == nullptr || into->lib == nullptr || !into->lib->called()) return;
  std::vector<V>& fed = meaning_memo(interpreter).fed[into];
  for (std::size_t i = first; i < args.size() && fed.size() < 16; ++i) fed.push_back(args[i]);
}

const std::vector<Origin>& origins_of(Interpreter& interpreter, V value) {
  MeaningMemo& memo = meaning_memo(interpreter);
  if (const auto known = memo.origins.find(value); known != memo.origins.end()) return known->second;
  Finder finder{interpreter, {}, {}, 0};
  finder.visit(value);
  return memo.origins.emplace(value, std::move(finder.found)).first->second;
}

const Origin* find_origin(const std::vector<Origin>& origins, OriginKind kind) {
  for (const Origin& origin : origins) {
    if (origin.kind == kind) return &origin;
    if (const Origin* inner = find_origin(origin.of, kind); inner != nullptr) return inner;
  }
  return nullptr;
}

bool has_origin(const std::vector<Origin>& origins, OriginKind kind) { return find_origin(origins, kind) != nullptr; }

}  // namespace idem
