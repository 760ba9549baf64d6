#include "reconcile/render.hpp"

#include <fmt/format.h>

namespace idem::books {

// Quoted where needed. A value that a spreadsheet would take for a formula gets a quote mark in front.
static void add_field(std::string& line, std::string_view value) {
  if (!line.empty()) line += ',';
  const bool formula =
      !value.empty() && (value.front() == '=' || value.front() == '+' || value.front() == '@' || value.front() == '\t');
  if (!formula && value.find_first_of(",\"\n\r") == std::string_view::npos) {
    line += value;
    return;
  }
  line += formula ? "\"'" : "\"";
  for (const char c : value) {
    if (c == '"') line += c;
    line += c;
  }
  line += '"';
}

std::string csv_header() {
  return "class,severity,tags,tenant,operation,key,state,resource,records,business,amount,currency,created,record_"
         "created,expires,"
         "key_rows,record_rows,provider_rows,provider_ref,other,unreadable\n";
}

std::string csv_line(const Finding& finding, const RenderOptions& options) {
  const DiscrepancyClass& about = discrepancy_classes()[finding.primary];
  std::string tags;
  for (const std::size_t tag : finding.tags)
    tags += fmt::format("{}{}", tags.empty() ? "" : " ", discrepancy_classes()[tag].id);
  std::string ids;
  for (const std::string& id : finding.record_ids) ids += (ids.empty() ? "" : " ") + id;
  const auto time = [](const std::optional<Micros>& at) { return at ? format_time(*at) : std::string(); };
  std::string line(about.id);
  for (const std::string& value : {std::string(name_of(about.weight)),
                                   tags,
                                   finding.tenant,
                                   finding.operation,
                                   shown_key(finding.key, options.show_keys),
                                   finding.state,
                                   finding.resource,
                                   ids,
                                   finding.business,
                                   finding.amount,
                                   finding.currency,
                                   time(finding.created),
                                   time(finding.record_created),
                                   time(finding.expires),
                                   std::to_string(finding.keys),
                                   std::to_string(finding.records),
                                   std::to_string(finding.provider),
                                   finding.provider_ref,
                                   finding.other,
                                   finding.bad})
    add_field(line, value);
  return line + "\n";
}

}  // namespace idem::books
