#include "base/markup.hpp"
#include "catch.hpp"

using namespace idem;

TEST_CASE("foreign text cannot break out of a document") {
  CHECK(escape_html("<a href=\"x\">'&\x01") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\xef\xbf\xbd");
  CHECK(escape_markdown("a|b\n`c`\\") == "a\\|b \\`c\\`\\\\");
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,\"b\"\n") == "\"a,\"\"b\"\"\n\"");
}
