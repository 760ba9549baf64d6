#include "fingerprint/fingerprint.hpp"
#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/outputs.hpp"
#include "base/terminal.hpp"
#include "base/version.hpp"
#include "commands/arguments.hpp"
#include "commands/command.hpp"
#include "fingerprint/canonical.hpp"
#include "fingerprint/volatile_names.hpp"
#include "ttl/storage.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <unistd.h>

namespace idem {

namespace {

constexpr std::size_t kMostHints = 5;
constexpr std::size_t kShortestKey = 16;

struct Options {
  std::string file, schema, hmac_file, hmac_env, max_size = "16MiB", output;
  std::vector<std::string> include, exclude, compare, formats;
  std::array<std::string, kBindingNames.size()> bindings;
  bool explain = false;
};

int fail(const Error& error) {
  fmt::print(stderr, "idem: {}\n", printable(error.message));
  return exit_code_of(error);
}

void note(const std::string& text) { fmt::print(stderr, "idem: {}\n", printable(text)); }

Result<JsonValue> read_document(const std::string& path, const JsonLimits& limits) {
  const Result<std::string> text = read_input(path, limits.bytes);
  if (!text) {
    const bool over = text.error().message.find("larger than the limit") != std::string::npos;
    return Error{text.error().kind, text.error().message + (over ? "; raise it with --max-size" : "")};
  }
  Result<JsonValue> document = read_json(*text, path == "-" ? "standard input" : path, limits);
  if (!document && document.error().message.ends_with(" values"))
    return Error{document.error().kind,
                 document.error().message + ", one in 16 bytes of the limit; raise it with --max-size"};
  return document;
}

// The key comes from a file or the environment, never from the command line, which every process on the machine can
// read.
Result<std::optional<std::string>> read_hmac_key(const Options& options) {
  if (options.hmac_file.empty() && options.hmac_env.empty()) return std::optional<std::string>{};
  std::string key;
  if (!options.hmac_file.empty()) {
    const Result<std::string> text = read_input(options.hmac_file, 1 << 16);
    if (!text) return text.error().with_context("--hmac-key-file");
    key = *text;
    if (key.ends_with('\n')) key.pop_back();
    if (key.ends_with('\r')) key.pop_back();
  } else {
    const char* value = std::getenv(options.hmac_env.c_str());
    if (value == nullptr)
      return Error{ErrorKind::usage, fmt::format("--hmac-key-env: {} is not set", options.hmac_env)};
    key = value;
  }
  if (key.size() < kShortestKey)
    return Error{ErrorKind::usage, fmt::format("the HMAC key has {} bytes; take at least {}, better 32 random ones",
                                               key.size(), kShortestKey)};
  return std::optional<std::string>{key};
}

Result<std::vector<JsonPointer>> read_pointers(const std::vector<std::string>& texts) {
  std::vector<JsonPointer> pointers;
  for (const std::string& text : texts) {
    const Result<JsonPointer> pointer = parse_pointer(text);
    if (!pointer) return pointer.error();
    pointers.push_back(*pointer);
  }
  return pointers;
}

Result<FingerprintTerms> read_terms(const CLI::App& app, const Options& options, const JsonLimits& limits) {
  FingerprintTerms terms;
  const Result<std::vector<JsonPointer>> include = read_pointers(options.include);
  if (!include) return include.error().with_context("--include");
  const Result<std::vector<JsonPointer>> exclude = read_pointers(options.exclude);
  if (!exclude) return exclude.error().with_context("--exclude");
  terms.include = *include;
  terms.exclude = *exclude;
  if (!options.schema.empty()) {
    const Result<JsonValue> schema = read_document(options.schema, limits);
    if (!schema) return schema.error().with_context("--schema");
    terms.schema = *schema;
  }
  for (std::size_t i = 0; i < kBindingNames.size(); ++i)
    if (app.count("--" + std::string(kBindingNames[i])) > 0) terms.bindings[i] = options.bindings[i];
  const Result<std::optional<std::string>> key = read_hmac_key(options);
  if (!key) return key.error();
  terms.hmac_key = *key;
  return terms;
}

void tell_hints(const CanonicalRequest& request, const FingerprintTerms& terms) {
  for (const std::string& pointer : request.unmatched) note(fmt::format("the pointer {} names nothing here", pointer));
  for (const std::string& place : request.skipped)
    note(fmt::format("--schema: {} offers a choice; defaults inside it are not filled", place));
  std::vector<std::string> hints;
  for (const NamedPlace& place : volatile_members(request.value))
    hints.push_back(
        fmt::format("{} looks like {}: an honest retry would get another fingerprint; leave it out with --exclude {}",
                    place.pointer, place.why, place.pointer));
  if (!terms.hmac_key)
    for (const NamedPlace& place : sensitive_members(request.value))
      hints.push_back(
          fmt::format("{} looks like {}: leave it out, or hash with --hmac-key-file, since a bare hash can be guessed",
                      place.pointer, place.why));
  for (std::size_t i = 0; i < std::min(hints.size(), kMostHints); ++i) note(hints[i]);
  if (hints.size() > kMostHints) note(fmt::format("and {} more of the kind", hints.size() - kMostHints));
}

std::string render(const CanonicalRequest& request, const FingerprintTerms& terms, const OutputPlace& output,
                   bool explain) {
  const std::string fingerprint = fingerprint_of(request, terms);
  const char* algorithm = terms.hmac_key ? "hmac-sha256" : "sha256";
  if (output.format == "json") {
    nlohmann::ordered_json bindings = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < kBindingNames.size(); ++i)
      if (terms.bindings[i]) bindings[std::string(kBindingNames[i])] = *terms.bindings[i];
    nlohmann::ordered_json document{
        {"schema", "idem.fingerprint/1"}, {"tool", {{"name", "idem"}, {"version", version()}}},
        {"algorithm", algorithm},         {"fingerprint", fingerprint},
        {"bindings", bindings},           {"canonical_bytes", request.text.size()}};
    if (explain) document["canonical"] = request.text;
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  if (!explain) return fingerprint + "\n";
  std::string text;
  for (std::size_t i = 0; i < kBindingNames.size(); ++i)
    if (terms.bindings[i]) text += fmt::format("{:<14}{}\n", kBindingNames[i], printable(*terms.bindings[i]));
  // For a person's eyes the text is made safe; a pipe or a file gets it byte for byte.
  const bool to_eyes = output.path.empty() && isatty(STDOUT_FILENO) == 1;
  return text + fmt::format("{:<14}{}\n{:<14}{}\n", "canonical", to_eyes ? printable(request.text) : request.text,
                            algorithm, fingerprint);
}

std::string side(const JsonValue* value) {
  if (value == nullptr) return "(absent)";
  std::string text = canonical_json(*value);
  constexpr std::size_t kMost = 200;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

std::string render_comparison(const std::vector<JsonDifference>& found, const std::string& format) {
  if (format == "json") {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    const auto value = [](const JsonValue* v) {
      return v == nullptr ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(canonical_json(*v));
    };
    for (const JsonDifference& d : found)
      rows.push_back({{"pointer", d.pointer},
                      {"kind", d.a == nullptr   ? "only-in-second"
                               : d.b == nullptr ? "only-in-first"
                                                : "changed"},
                      {"first", value(d.a)},
                      {"second", value(d.b)}});
    const nlohmann::ordered_json document{{"schema", "idem.fingerprint-comparison/1"},
                                          {"tool", {{"name", "idem"}, {"version", version()}}},
                                          {"same", found.empty()},
                                          {"differences", rows}};
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  if (found.empty()) return "same fingerprint: the two mean the same request\n";
  std::string text = fmt::format("{} {}\n", found.size(), found.size() == 1 ? "field differs" : "fields differ");
  for (const JsonDifference& d : found)
    text += fmt::format("  {}: {} -> {}\n", d.pointer.empty() ? "(the whole value)" : printable(d.pointer),
                        printable(side(d.a)), printable(side(d.b)));
  return text;
}

int compare(const Options& options, const FingerprintTerms& terms, const JsonLimits& limits,
            const std::vector<OutputPlace>& outputs) {
  std::vector<CanonicalRequest> requests;
  for (const std::string& path : options.compare) {
    Result<JsonValue> document = read_document(path, limits);
    if (!document) return fail(document.error());
    Result<CanonicalRequest> request = canonicalize(*std::move(document), terms);
    if (!request) return fail(request.error().with_context(path));
    requests.push_back(*std::move(request));
  }
  const std::vector<JsonDifference> found = differences(requests[0].value, requests[1].value);
  const Result<void> written =
      write_outputs(outputs, [&](const OutputPlace& output) { return render_comparison(found, output.format); });
  if (!written) return fail(written.error());
  return found.empty() ? kExitClean : kExitFindings;
}

Result<void> check_arguments(const CLI::App& app, const Options& options) {
  Result<void> told = refuse_empty_values(app);
  if (!told) return told;
  const bool two = options.compare.size() == 2;
  Result<void> once = refuse_second_stdin(
      {options.file, options.schema, options.hmac_file, two ? options.compare[0] : "", two ? options.compare[1] : ""});
  if (!once) return once;
  for (std::size_t i = 0; i < kBindingNames.size(); ++i)
    if (!is_json_text(options.bindings[i]))
      return Error{ErrorKind::usage, fmt::format("--{} is not valid UTF-8", kBindingNames[i])};
  if (options.file.empty() == options.compare.empty())
    return Error{ErrorKind::usage, "give one FILE (or - for standard input), or --compare with two"};
  return {};
}

int run(const CLI::App& app, const Options& options) {
  const Result<void> sound = check_arguments(app, options);
  if (!sound) return fail(sound.error());
  const Result<std::vector<OutputPlace>> outputs = parse_outputs(options.formats, options.output, {"text", "json"});
  if (!outputs) return fail(outputs.error());
  const Result<std::int64_t> size = parse_bytes(options.max_size);
  if (!size) return fail(size.error().with_context("--max-size"));
  const JsonLimits limits = limits_for(static_cast<std::size_t>(*size));
  const Result<FingerprintTerms> terms = read_terms(app, options, limits);
  if (!terms) return fail(terms.error());
  if (!options.compare.empty()) return compare(options, *terms, limits, *outputs);
  Result<JsonValue> document = read_document(options.file, limits);
  if (!document) return fail(document.error());
  const Result<CanonicalRequest> request = canonicalize(*std::move(document), *terms);
  if (!request) return fail(request.error().with_context(options.file));
  tell_hints(*request, *terms);
  const Result<void> written = write_outputs(
      *outputs, [&](const OutputPlace& output) { return render(*request, *terms, output, options.explain); });
  return written ? kExitClean : fail(written.error());
}

Runner setup(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "JSON request, or - for standard input");
  app.add_option("--compare", options->compare, "Two JSON files: say which fields differ; exit 1 if any does")
      ->expected(2);
  app.add_option("--include", options->include, "Hash only what this JSON pointer names (* = each); repeatable")
      ->allow_extra_args(false);
  app.add_option("--exclude", options->exclude, "Leave out what this JSON pointer names; repeatable")
      ->allow_extra_args(false);
  app.add_option("--schema", options->schema, "JSON Schema: its defaults fill what the request leaves out");
  constexpr const char* kHelp[] = {"Operation, such as POST:/orders",
                                   "Version of the API",
                                   "Tool that is called",
                                   "Version of the tool",
                                   "Tenant",
                                   "Actor on whose behalf"};
  for (std::size_t i = 0; i < kBindingNames.size(); ++i)
    app.add_option("--" + std::string(kBindingNames[i]), options->bindings[i], kHelp[i])
        ->group("Bound in beside the body");
  CLI::Option* file =
      app.add_option("--hmac-key-file", options->hmac_file, "HMAC-SHA-256 with the key in this file")->group("Digest");
  app.add_option("--hmac-key-env", options->hmac_env, "HMAC-SHA-256 with the key in this environment variable")
      ->group("Digest")
      ->excludes(file);
  // Not an option, but what people try first: told with the way out, and without the key in the message.
  app.add_option_function<std::string>("--hmac-key",
                                       [](const std::string&) {
                                         throw CLI::ValidationError(
                                             "--hmac-key",
                                             "a key on the command line can be read by every process; put it in a file "
                                             "(--hmac-key-file) or in the environment (--hmac-key-env)");
                                       })
      ->group("");
  app.add_option("--max-size", options->max_size, "Largest input, held in memory (default 16MiB)")->group("Digest");
  app.add_flag("--explain", options->explain, "Also print the canonical text and what is bound in")->group("Output");
  app.add_option("--format", options->formats, "text or json; FORMAT=FILE writes a file; repeatable")
      ->group("Output")
      ->allow_extra_args(false);
  app.add_option("-o,--output", options->output, "File for the answer")->group("Output");
  return [&app, options] { return run(app, *options); };
}

}  // namespace

extern const Command fingerprint_command{
    "fingerprint", "Hash what a request means: canonical JSON (RFC 8785), SHA-256 or HMAC",
    "  idem fingerprint order.json\n"
    "  curl -s ... | idem fingerprint - --exclude /trace_id --operation POST:/orders --tenant acme\n"
    "  idem fingerprint order.json --include /amount --include '/items/*/sku' --explain\n"
    "  idem fingerprint order.json --schema order.schema.json --hmac-key-file key\n"
    "  idem fingerprint --compare first.json second.json",
    setup};

}  // namespace idem
