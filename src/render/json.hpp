// The JSON form of reports, shared by the renderers that write JSON. Included by renderers only: json.hpp is heavy.
#pragma once

#include "render/render.hpp"

#include <nlohmann/json.hpp>

namespace idem {

using Json = nlohmann::ordered_json;

Json to_json(const Step& step);
Json to_json(const Evidence& evidence);
Json to_json(const Endpoint& endpoint);
Json to_json(const Finding& finding);
Json to_json(const Diagnostic& diagnostic);
Json summary_json(const Report& report);
Json stats_json(const Report& report, const RenderOptions& options);
Json tool_json();

// Text of a document; bytes that are no UTF-8 become U+FFFD. indent < 0: on one line.
std::string dump(const Json& json, int indent);

}  // namespace idem
