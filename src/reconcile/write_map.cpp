#include "reconcile/write_map.hpp"

#include <fmt/format.h>

namespace idem::books {

static std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\u{:04x}", byte);
    else
      out += c;
  }
  return out + "\"";
}

Result<std::string> mapping_file_for(const Request& request) {
  std::string out =
      "# How idem reconcile reads these sources: idem reconcile --map THIS_FILE\n"
      "# A role without a column is left out; amount_minor is an amount in the currency's minor units (cents).\n";
  for (const Side side : kAllSides)
    for (const SourceSpec& spec : request.sources[static_cast<std::size_t>(side)]) {
      const Result<SourceColumns> seen = columns_of(request, spec, side);
      if (!seen) return seen.error();
      const Result<Mapping> mapping = map_columns(side, seen->columns, spec.columns, builtin_layouts());
      out += fmt::format("\n[{}]\n", name_of(side));
      // A password does not belong in a file: the URL is left for the command line.
      out += is_postgres(spec.location) || is_redis(spec.location)
                 ? fmt::format("# source = {}  # give it with --{}\n", toml_text(shown_name(spec)), name_of(side))
                 : fmt::format("source = {}\n", toml_text(spec.location));
      if (!spec.table.empty()) out += fmt::format("table = {}\n", toml_text(spec.table));
      if (!spec.query.empty()) out += fmt::format("query = {}\n", toml_text(spec.query));
      if (!spec.where.empty()) out += fmt::format("where = {}\n", toml_text(spec.where));
      if (!mapping) out += "# " + mapping.error().message + "\n";
      if (mapping && !mapping->layout.empty()) out += fmt::format("# recognised: {}\n", mapping->layout);
      out += fmt::format("\n[{}.columns]\n", name_of(side));
      std::string free;
      for (const std::string& column : seen->columns) {
        bool used = false;
        for (std::size_t slot = 0; mapping && slot < kRoles; ++slot)
          used = used || (mapping->column[slot] >= 0 && mapping->name(static_cast<Role>(slot)) == column);
        if (!used) free += (free.empty() ? "" : ", ") + toml_text(column);
      }
      for (std::size_t slot = 0; slot < kRoles; ++slot) {
        const auto role = static_cast<Role>(slot);
        if (!has_role(side, role)) continue;
        if (mapping && mapping->has(role))
          out += fmt::format("{} = {}\n",
                             role == Role::amount && mapping->amount_in_minor_units ? "amount_minor" : name_of(role),
                             toml_text(mapping->name(role)));
        else
          out += fmt::format("# {} = \"\"\n", name_of(role));
      }
      if (!free.empty()) out += fmt::format("# columns without a role: {}\n", free);
      if (side == Side::keys || side == Side::records)
        out += fmt::format(
            "\n# [{}.states]  # words of your own, beside the usual ones\n# succeeded = [\"shipped\"]\n# failed_final "
            "= [\"bounced\"]\n",
            name_of(side));
    }
  out +=
      "\n[settings]\n"
      "# settle = \"5m\"            # what is younger still moves; at least the lease\n"
      "# repeat_window = \"24h\"    # the same business key within it is a ghost duplicate\n"
      "# provider_window = \"24h\"  # how long the provider honours a key\n"
      "# retention = \"7d\"         # how long keys are kept, where they do not say\n"
      "# currency = \"EUR\"         # of amounts without one\n"
      "# timezone = \"UTC\"         # of times without one\n"
      "# local = [\"note.create\"]  # operations that call nothing outside\n";
  return out;
}

}  // namespace idem::books
