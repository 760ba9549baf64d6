#include "cache/report_archive.hpp"

#include "cache/archive.hpp"

namespace idem {

template <typename Archive, Of<Step> T>
static void fields(Archive& archive, T& x) {
  auto& [file, line, text] = x;
  archive(file, line, text);
}
template <typename Archive, Of<LineRange> T>
static void fields(Archive& archive, T& x) {
  auto& [file, first, last] = x;
  archive(file, first, last);
}
template <typename Archive, Of<Handler> T>
static void fields(Archive& archive, T& x) {
  auto& [name, file, line, end_line] = x;
  archive(name, file, line, end_line);
}
template <typename Archive, Of<Effect> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, tier, confidence, ambient, target, provider, evidence, protected_by] = x;
  archive(kind, tier, confidence, ambient, target, provider, evidence, protected_by);
}
template <typename Archive, Of<DecisionState> T>
static void fields(Archive& archive, T& x) {
  auto& [status, evidence, note] = x;
  archive(status, evidence, note);
}
template <typename Archive, Of<Alternative> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, sound, limits, evidence] = x;
  archive(kind, sound, limits, evidence);
}
template <typename Archive, Of<Coverage> T>
static void fields(Archive& archive, T& x) {
  auto& [verdict, reason, decisions, alternatives] = x;
  archive(verdict, reason, decisions, alternatives);
}
template <typename Archive, Of<Endpoint> T>
static void fields(Archive& archive, T& x) {
  auto& [id, kind, method, path, operation, dynamic, reason, file, line, column, language, framework, app, handler,
         middleware, tier, effects, coverage, reached] = x;
  archive(id, kind, method, path, operation, dynamic, reason, file, line, column, language, framework, app, handler,
          middleware, tier, effects, coverage, reached);
}
template <typename Archive, Of<Suppression> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, reason, until] = x;
  archive(kind, reason, until);
}
template <typename Archive, Of<Finding> T>
static void fields(Archive& archive, T& x) {
  auto& [rule, severity, confidence, message, remedy, file, line, end_line, endpoint, evidence, shape, fingerprint,
         suppressed] = x;
  archive(rule, severity, confidence, message, remedy, file, line, end_line, endpoint, evidence, shape, fingerprint,
          suppressed);
}
template <typename Archive, Of<Diagnostic> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, file, line, message, incomplete] = x;
  archive(kind, file, line, message, incomplete);
}
template <typename Archive, Of<Skipped> T>
static void fields(Archive& archive, T& x) {
  auto& [reason, count] = x;
  archive(reason, count);
}
template <typename Archive, Of<IgnoreComment> T>
static void fields(Archive& archive, T& x) {
  auto& [file, line, end_line, text] = x;
  archive(file, line, end_line, text);
}
template <typename Archive, Of<Timing> T>
static void fields(Archive& archive, T& x) {
  auto& [stage, seconds] = x;
  archive(stage, seconds);
}
template <typename Archive, Of<Stats> T>
static void fields(Archive& archive, T& x) {
  auto& [files, bytes, used, skipped, timings] = x;
  archive(files, bytes, used, skipped, timings);
}
template <typename Archive, Of<Report> T>
static void fields(Archive& archive, T& x) {
  auto& [root, endpoints, findings, diagnostics, comments, stats, coverage] = x;
  archive(root, endpoints, findings, diagnostics, comments, stats, coverage);
}
template <typename Archive, Of<Answer> T>
static void fields(Archive& archive, T& x) {
  auto& [report, beside] = x;
  archive(report, beside);
}

std::string pack_answer(const Answer& answer) {
  ArchiveWriter writer;
  writer(answer);
  return writer.take();
}

bool unpack_answer(std::string_view bytes, Answer& answer) {
  ArchiveReader reader(bytes);
  reader(answer);
  return reader.at_end();
}

}  // namespace idem
