#include "key/key.hpp"
#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/outputs.hpp"
#include "base/terminal.hpp"
#include "base/version.hpp"
#include "commands/arguments.hpp"
#include "commands/command.hpp"
#include "fingerprint/fresh_values.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <ctime>
#include <memory>

#include <unistd.h>

namespace idem {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string ns, session, workflow, step, tool, intent, turn, input;
  std::vector<std::string> parts, exclude, formats, calls;
  std::string output, expect, form = "uuid";
  bool force = false, explain = false, workflow_level = false;
};

int fail(const Error& error) {
  fmt::print(stderr, "idem: {}\n", printable(error.message));
  return exit_code_of(error);
}

KeyForm form_of(const Options& options) {
  return options.form == "sha256" ? KeyForm::sha256 : options.form == "base32" ? KeyForm::base32 : KeyForm::uuid;
}

std::int64_t now() { return static_cast<std::int64_t>(std::time(nullptr)); }

// Text for a person's eyes is made safe; a pipe or a file gets it byte for byte.
std::string for_reader(const std::string& text, const OutputPlace& output) {
  return output.path.empty() && isatty(STDOUT_FILENO) == 1 ? printable(text) : text;
}

Result<JsonValue> read_value(const std::string& path) {
  const JsonLimits limits;
  const Result<std::string> text = read_input(path, limits.bytes);
  if (!text) return text.error();
  return read_json(*text, path == "-" ? "standard input" : path, limits);
}

// A file, - for standard input, or the JSON itself when it begins like an object or an array.
Result<JsonValue> read_input_value(const std::string& text) {
  if (text.starts_with('{') || text.starts_with('[')) return read_json(text, "--input");
  return read_value(text);
}

Result<void> exclude(const Options& options, CallParts& parts) {
  for (const std::string& text : options.exclude) {
    const Result<JsonPointer> pointer = parse_pointer(text);
    if (!pointer) return pointer.error().with_context("--exclude");
    if (parts.input && !remove_at(*parts.input, *pointer))
      fmt::print(stderr, "idem: the pointer {} names nothing in the input\n", printable(text));
  }
  return {};
}

Result<CallParts> read_parts(const CLI::App& app, const Options& options) {
  CallParts parts;
  std::string invalid;
  const auto take = [&](std::optional<std::string>& part, const char* option, const std::string& value) {
    if (app.count(option) > 0) part = value;
    if (invalid.empty() && !is_json_text(value)) invalid = option;
  };
  take(parts.ns, "--namespace", options.ns);
  take(parts.session, "--session", options.session);
  take(parts.workflow, "--workflow", options.workflow);
  take(parts.step, "--step", options.step);
  take(parts.tool, "--tool", options.tool);
  take(parts.intent, "--intent", options.intent);
  take(parts.turn, "--turn", options.turn);
  for (const std::string& text : options.parts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return Error{ErrorKind::usage, "--part is written NAME=VALUE"};
    for (const auto& [name, value] : parts.others)
      if (name == text.substr(0, equals)) return Error{ErrorKind::usage, fmt::format("--part {} is given twice", name)};
    if (!is_json_text(text)) invalid = "--part";
    parts.others.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  if (!invalid.empty())
    return Error{ErrorKind::usage, fmt::format("{} is not valid UTF-8, so no name can be made of it", invalid)};
  if (app.count("--input") > 0) {
    Result<JsonValue> input = read_input_value(options.input);
    if (!input) return input.error();
    parts.input = *std::move(input);
  }
  if (!options.exclude.empty() && !parts.input)
    return Error{ErrorKind::usage, "--exclude leaves something out of the input: say --input too"};
  const Result<void> done = exclude(options, parts);
  if (!done) return done.error();
  if (parts.step && !parts.workflow && !parts.session)
    return Error{ErrorKind::usage, "--step is a step of something: say --workflow or --session too"};
  if (options.workflow_level && !parts.step)
    return Error{ErrorKind::usage, "--workflow-key asks for the upper of two levels: say --step too, or leave it out"};
  return parts;
}

std::string render(const MadeKey& made, const Options& options, const OutputPlace& output) {
  const std::string& key = options.workflow_level ? made.workflow_key : made.key;
  if (output.format == "json") {
    const auto text = [](const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); };
    const Json document{{"schema", "idem.key/1"},
                        {"tool", {{"name", "idem"}, {"version", version()}}},
                        {"key", key},
                        {"namespace", made.namespace_uuid},
                        {"name", made.name},
                        {"workflow_key", text(made.workflow_key)},
                        {"workflow_name", text(made.workflow_name)}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  if (!options.explain) return key + "\n";
  std::string text = fmt::format("{:<15}{}\n", "namespace", made.namespace_uuid);
  if (!made.workflow_key.empty())
    text += fmt::format("{:<15}{}\n{:<15}{}\n", "workflow name", for_reader(made.workflow_name, output), "workflow key",
                        made.workflow_key);
  return text + fmt::format("{:<15}{}\n{:<15}{}\n", made.workflow_key.empty() ? "name" : "step name",
                            for_reader(made.name, output), "key", made.key);
}

void tell_random_members(const CallParts& parts) {
  if (!parts.input) return;
  for (const FreshPlace& place : fresh_members(*parts.input, now()))
    if (!place.is_time)
      fmt::print(stderr,
                 "idem: the input's {} is {}: if every try brings another one, leave it out with --exclude {}\n",
                 printable(place.pointer), place.why, printable(place.pointer));
}

int run(const CLI::App& app, const Options& options) {
  const Result<void> told = refuse_empty_values(app);
  if (!told) return fail(told.error());
  const Result<std::vector<OutputPlace>> outputs = parse_outputs(options.formats, options.output, {"text", "json"});
  if (!outputs) return fail(outputs.error());
  const Result<CallParts> parts = read_parts(app, options);
  if (!parts) return fail(parts.error());
  const Result<void> useful = check_parts(*parts, now());
  if (!useful && !options.force) return fail(useful.error());
  if (!useful) fmt::print(stderr, "idem: forced: {}\n", printable(useful.error().message));
  tell_random_members(*parts);
  if (!tells_repeats_apart(*parts))
    fmt::print(stderr,
               "idem: the key names only the content: two honest equal requests would count as one; add --session, "
               "--turn or --intent\n");
  const MadeKey made = make_key(*parts, form_of(options));
  const Result<void> written =
      write_outputs(*outputs, [&](const OutputPlace& output) { return render(made, options, output); });
  return written ? kExitClean : fail(written.error());
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string render_comparison(const KeyComparison& c, const std::string& format) {
  if (format == "json") {
    Json rows = Json::array();
    for (const PartComparison& part : c.differing)
      rows.push_back({{"part", part.part},
                      {"first", part.first},
                      {"second", part.second},
                      {"volatile", !part.why.empty()},
                      {"why", part.why.empty() ? Json(nullptr) : Json(part.why)}});
    const Json document{{"schema", "idem.key-comparison/1"},
                        {"tool", {{"name", "idem"}, {"version", version()}}},
                        {"same", c.same},
                        {"first_key", c.first_key},
                        {"second_key", c.second_key},
                        {"differing", rows},
                        {"equal", c.equal},
                        {"only_content", c.only_content}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  std::string text = c.same
                         ? fmt::format("same key: {}\nthe second call counts as a repeat of the first; equal are {}\n",
                                       c.first_key, printable(list(c.equal)))
                         : fmt::format("different keys: {} and {}\n", c.first_key, c.second_key);
  bool only_volatile = !c.differing.empty();
  for (const PartComparison& part : c.differing) {
    only_volatile = only_volatile && !part.why.empty();
    const std::string why = part.why.empty() ? "" : fmt::format("   ({}: changes from try to try)", part.why);
    text += fmt::format("  {}: {} -> {}{}\n", printable(part.part), printable(part.first), printable(part.second), why);
  }
  if (!c.same && only_volatile)
    text += "nothing else differs: if the second call is a retry of the first, leave these parts out\n";
  if (!c.same && !c.equal.empty()) text += fmt::format("equal are {}\n", printable(list(c.equal)));
  if (c.same && c.only_content)
    text += "both name only the content, so two honest equal requests collide too: add a session, turn or intent\n";
  return text;
}

// What `idem key` would refuse is told of a described call, which is compared all the same.
void tell_useless(const std::string& path, const std::string& message) {
  const std::string told = message.substr(0, message.rfind(", or say --force"));
  fmt::print(stderr, "idem: {}: {}\n", printable(path), printable(told));
}

int run_check(const CLI::App& app, const Options& options) {
  const Result<void> told = refuse_empty_values(app);
  if (!told) return fail(told.error());
  const Result<void> once = refuse_second_stdin({options.calls[0], options.calls[1]});
  if (!once) return fail(once.error());
  const Result<std::vector<OutputPlace>> outputs = parse_outputs(options.formats, options.output, {"text", "json"});
  if (!outputs) return fail(outputs.error());
  std::vector<CallParts> calls;
  for (const std::string& path : options.calls) {
    const Result<JsonValue> document = read_value(path);
    if (!document) return fail(document.error());
    Result<CallParts> parts = read_call(*document, path);
    if (!parts) return fail(parts.error());
    const Result<void> done = exclude(options, *parts);
    if (!done) return fail(done.error());
    const Result<void> useful = check_parts(*parts, now());
    if (!useful) tell_useless(path, useful.error().message);
    calls.push_back(*std::move(parts));
  }
  const KeyComparison comparison = compare_calls(calls[0], calls[1], form_of(options));
  const Result<void> written =
      write_outputs(*outputs, [&](const OutputPlace& output) { return render_comparison(comparison, output.format); });
  if (!written) return fail(written.error());
  return options.expect.empty() || comparison.same == (options.expect == "same") ? kExitClean : kExitFindings;
}

void add_shared(CLI::App& app, Options& options) {
  app.add_option("--as", options.form,
                 "uuid (version 5, default), sha256 (64 hexadecimal digits) or base32 (32 letters and digits)")
      ->check(CLI::IsMember({"uuid", "sha256", "base32"}))
      ->type_name("FORM");
  app.add_option("--exclude", options.exclude, "Leave out what this JSON pointer names in the input; repeatable")
      ->allow_extra_args(false);
  app.add_option("--format", options.formats, "text or json; FORMAT=FILE writes a file; repeatable")
      ->allow_extra_args(false);
  app.add_option("-o,--output", options.output, "File for the answer");
}

Runner setup(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--namespace", options->ns, "A UUID, or a name such as your company's")->group("What the action is");
  app.add_option("--session", options->session, "Conversation, session or run of the user's")
      ->group("What the action is");
  app.add_option("--workflow", options->workflow, "Workflow or business object, such as invoice-2024-117")
      ->group("What the action is");
  app.add_option("--step", options->step, "Step of it: makes a two-level key")->group("What the action is");
  app.add_option("--tool", options->tool, "Tool or operation that is called")->group("What the action is");
  app.add_option("--input", options->input, "Its input: a JSON file, - or the JSON itself; canonicalized")
      ->group("What the action is");
  app.add_option("--intent", options->intent, "Id of the intention, when the user can mean the same thing twice")
      ->group("What the action is");
  app.add_option("--turn", options->turn, "Turn of the conversation, for the same")->group("What the action is");
  app.add_option("--part", options->parts, "A part of your own as NAME=VALUE; repeatable")
      ->group("What the action is")
      ->allow_extra_args(false);
  app.add_flag("--workflow-key", options->workflow_level, "Print the upper of two levels");
  app.add_flag("--force", options->force, "Use parts that make the key useless all the same");
  app.add_flag("--explain", options->explain, "Also print namespace and canonical name");
  add_shared(app, *options);
  CLI::App* check = app.add_subcommand("check", "Say whether two calls would get the same key, and why");
  check->add_option("CALLS", options->calls, "Two JSON files that describe a call each")->required()->expected(2);
  check->add_option("--expect", options->expect, "same or different: exit 1 when it is not so")
      ->check(CLI::IsMember({"same", "different"}))
      ->type_name("WHAT");
  add_shared(*check, *options);
  return [&app, check, options] { return check->parsed() ? run_check(*check, *options) : run(app, *options); };
}

}  // namespace

extern const Command key_command{
    "key", "Make a deterministic idempotency key from what an action is",
    "  idem key --session s-81 --turn 4 --tool charge --input order.json\n"
    "  idem key --workflow invoice-117 --step charge --tool stripe.charge --input '{\"amount\":1200}'\n"
    "  idem key --namespace acme --intent 7f3 --tool send_mail --as base32\n"
    "  idem key check first.json second.json --expect same",
    setup};

}  // namespace idem
