#include "openapi/document.hpp"
#include "openapi/yaml.hpp"

#include "catch.hpp"

using namespace idem;

TEST_CASE("YAML as OpenAPI documents are written is read") {
  const YamlNode root = read_yaml(
      "# head\n"
      "a: 'one: 1' # not this\n"
      "b:\n"
      "  - x: 1\n"
      "    y: {z: [2, \"3,4\"], w: }\n"
      "  - plain\n"
      "c: |\n"
      "  d: not a key\n"
      "  e\n"
      "\"f\":\n"
      "- g\n"
      "- h: https://x/y#z\n");
  CHECK(root.text_of("a") == "one: 1");
  REQUIRE(root.find("b") != nullptr);
  REQUIRE(root.find("b")->entries.size() == 2);
  const YamlNode& first = root.find("b")->entries[0].second;
  CHECK(first.text_of("x") == "1");
  REQUIRE(first.find("y") != nullptr);
  CHECK(first.find("y")->find("z")->entries[1].second.text == "3,4");
  CHECK(root.find("b")->entries[1].second.text == "plain");
  CHECK(root.text_of("c").find("not a key") != std::string_view::npos);
  REQUIRE(root.find("f") != nullptr);
  CHECK(root.find("f")->entries[1].second.text_of("h") == "https://x/y#z");
  CHECK(root.find("d") == nullptr);
}

TEST_CASE("hostile YAML ends") {
  std::string deep, flow(100000, '[');
  for (int i = 0; i < 3000; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  read_yaml(deep);
  read_yaml(flow);
  read_yaml("{\"a\": {\"b\": ");
  read_yaml("- - - - x\n-\n -\n:\n: :\n\t- ?\n");
  read_yaml(std::string("\0\n{", 3));
  SUCCEED();
}

TEST_CASE("operations and their key headers, with references and base paths") {
  const ApiDocument document = read_api_document(
      "swagger: '2.0'\n"
      "basePath: /v1/\n"
      "parameters:\n"
      "  Key: {in: header, name: Idempotency-Key, required: true}\n"
      "paths:\n"
      "  /a/{id}:\n"
      "    parameters: [{$ref: '#/parameters/Key'}]\n"
      "    post:\n"
      "      operationId: makeA\n"
      "    get: {}\n"
      "  /b:\n"
      "    post:\n"
      "      parameters:\n"
      "      - in: header\n"
      "        name: X-Request-Id\n"
      "      - $ref: '#/parameters/Gone'\n",
      "api.yml");
  REQUIRE(document.operations.size() == 3);
  CHECK(document.operations[0].method == "POST");
  CHECK(document.operations[0].path == "/v1/a/{id}");
  CHECK(document.operations[0].key_header == "Idempotency-Key");
  CHECK(document.operations[0].required);
  CHECK(document.operations[0].operation == "makeA");
  CHECK(document.operations[0].line == 8);
  CHECK(document.operations[2].key_header.empty());
  CHECK(read_api_document("paths: {/a: {post: {}}}\n", "x.yaml").operations.empty());
}
