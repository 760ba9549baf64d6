#include "judge/agent_tools.hpp"

#include "judge/states.hpp"
#include "meaning/origin.hpp"

#include <algorithm>

namespace idem {

namespace {

struct Reader {
  Interpreter& interpreter;
  const FoundRoute& route;
  const Endpoint& tool;

  // Whether a value is what the tool was called with: a parameter of its handler, or a member of one.
  bool from_model(V value) const {
    std::vector<V> fns;
    interpreter.functions_in(route.handlers.back(), fns);
    for (unsigned depth = 0; value != nullptr && depth < 12; ++depth) {
      for (V fn : fns) {
        const FileFacts& facts = interpreter.program().file(fn->file).facts;
        const Range params = facts.fns[fn->decl].params;
        for (Index i = params.first; i < params.first + params.count; ++i) {
          const Span span = facts.params[i].span;
          if (value->site.file == fn->file && span.begin <= value->site.span.begin && value->site.span.end <= span.end)
            return true;
        }
      }
      value = value->receiver;
    }
    return false;
  }

  std::string key_of(const Operation& op) const {
    if (op.provider_key == nullptr) return "none";
    bool model = false, known = false;
    for (const Origin& origin : origins_of(interpreter, op.provider_key)) {
      switch (origin.kind) {
        case OriginKind::random:
        case OriginKind::clock:
        case OriginKind::attempt_id:
          return "per attempt";
        case OriginKind::digest:
          if (has_origin(origin.of, OriginKind::random) || has_origin(origin.of, OriginKind::clock))
            return "per attempt";
          known = true;
          break;
        case OriginKind::constant:
        case OriginKind::caller:
        case OriginKind::result:
        case OriginKind::environment:
          known = true;
          break;
        default:
          model |= from_model(origin.value) || from_model(op.provider_key);
      }
    }
    // A key that is put together of what the model said and of what is known is still the model's.
    return model ? "model" : known ? "deterministic" : "unknown";
  }

  // "https://shop/api/orders/7?x" and "{BASE}/orders": the path behind the host.
  static std::string path_of(std::string text) {
    if (const std::size_t scheme = text.find("://"); scheme != std::string::npos) {
      const std::size_t slash = text.find('/', scheme + 3);
      text = slash == std::string::npos ? "/" : text.substr(slash);
    } else if (text.starts_with('{') || text.starts_with("/{")) {
      const std::size_t slash = text.find('/', 1);
      text = slash == std::string::npos ? "" : text.substr(slash);
    }
    text = text.substr(0, text.find_first_of("?#"));
    return text.starts_with('/') ? text : "";
  }

  std::string address(const Operation& op) const {
    if (op.call == nullptr || op.call->args == nullptr) return "";
    std::vector<V> candidates = op.call->args->positional;
    for (const auto& [name, value] : op.call->args->named) candidates.push_back(value);
    for (V value : candidates) {
      if (!value->is(ValueKind::text)) continue;
      for (const FoldedPath& folded : fold_paths(interpreter, value))
        if (std::string path = path_of(folded.text); !path.empty()) return path;
    }
    return "";
  }

  std::string verb(const Operation& op) const {
    if (op.row != nullptr && (op.row->slot("method") != nullptr || op.row->slot("verb") != nullptr))
      return interpreter.slot_verb(*op.row, op.call);
    const std::string method = plain_name(words_of(interpreter, op.call).method);
    for (const char* known : {"post", "put", "patch", "delete"})
      if (method == known) {
        std::string upper = method;
        for (char& c : upper) c = static_cast<char>(c - 32);
        return upper;
      }
    return "";
  }

  std::vector<ToolCall> calls(const RequestStates& states) const {
    std::vector<ToolCall> found;
    const Program& program = interpreter.program();
    for (const Operation& op : states.ops) {
      if (op.kind != OpKind::effect || op.site.file == kNone) continue;
      ToolCall call{tool.operation, tool.file, tool.line};
      const CallWords words = words_of(interpreter, op.call);
      call.call = {std::string(program.source_path(op.site.file)), program.line(op.site),
                   words.receiver.empty() ? words.method : words.receiver.back() + "." + words.method};
      const bool http = std::find(op.kinds.begin(), op.kinds.end(), EffectKind::external_http) != op.kinds.end();
      if (http) {
        call.method = verb(op);
        call.path = address(op);
      }
      call.key = key_of(op);
      found.push_back(std::move(call));
    }
    return found;
  }
};

}  // namespace

std::vector<ToolCall> calls_of_tool(Interpreter& interpreter, const FoundRoute& route, const Endpoint& tool) {
  if (route.handlers.empty()) return {};
  bool cut = false;
  const TraceBlock* trace = interpreter.walk_chain(route.handlers, route.row, route.family, cut);
  return Reader{interpreter, route, tool}.calls(walk_states(interpreter, trace));
}

}  // namespace idem
