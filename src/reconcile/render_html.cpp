#include "base/resources.hpp"
#include "reconcile/render.hpp"

namespace idem::books {

// The page of src/render/reconcile.html with the JSON report inside. In a script element only "</" and "<!--" have a
// meaning, so "<" is written as JSON's escape.
std::string render_reconcile_html(const Report& report, const RenderOptions& options) {
  std::string data;
  for (const char c : render_reconcile_json(report, options)) {
    if (c == '<')
      data += "\\u003c";
    else
      data += c;
  }
  std::string page(resource("src/render/reconcile.html"));
  static constexpr std::string_view kMark = "@DATA@";
  return page.replace(page.find(kMark), kMark.size(), data);
}

}  // namespace idem::books
