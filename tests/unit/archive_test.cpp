#include "cache/facts_archive.hpp"
#include "cache/report_archive.hpp"

#include "catch.hpp"
#include "frontends/frontend.hpp"
#include "render/render.hpp"
#include "sample_report.hpp"

using namespace idem;

static FileFacts sample_facts() {
  const Frontend* const frontend = frontend_for("a.ts");
  REQUIRE(frontend != nullptr);
  return frontend->lower(
      "a.ts",
      "import { x as y } from './m';\n"
      "// idem-ignore lock-only: why\n"
      "@Controller('/a') export class A<T> extends B implements C {\n"
      "  readonly n: number = -1;\n"
      "  @Post() async f(@Body() b: { k?: string }, ...rest: T[]): Promise<void> {\n"
      "    for (const [k, v] of Object.entries(b)) { try { await y(k ?? `${v}!`); } catch (e) { throw e; } }\n"
      "    return rest.length > 1 ? this.n : null;\n"
      "  }\n"
      "}\n");
}

TEST_CASE("facts come back as they went") {
  const FileFacts facts = sample_facts();
  const std::string bytes = pack_facts(facts);
  FileFacts back;
  REQUIRE(unpack_facts(bytes, back));
  back.path = facts.path;
  CHECK(print_facts(back, true) == print_facts(facts, true));
  CHECK(pack_facts(back) == bytes);
  CHECK(back.comments.size() == 1);
  CHECK(back.line_starts == facts.line_starts);
}

TEST_CASE("bytes that were cut or lengthened are no facts") {
  const std::string bytes = pack_facts(sample_facts());
  for (std::size_t n = 0; n < bytes.size(); n += 7) {
    FileFacts facts;
    CHECK_FALSE(unpack_facts(bytes.substr(0, n), facts));
  }
  FileFacts facts;
  CHECK_FALSE(unpack_facts(bytes + "x", facts));
  CHECK_FALSE(unpack_facts(std::string(100, '\xff'), facts));
}

TEST_CASE("reports come back as they went") {
  Answer answer{sample_report(true), {{"package.json", "digest"}}};
  Answer back;
  REQUIRE(unpack_answer(pack_answer(answer), back));
  CHECK(render_json(back.report, {}) == render_json(answer.report, {}));
  CHECK(back.beside == answer.beside);
  CHECK(pack_answer(back) == pack_answer(answer));
  CHECK_FALSE(unpack_answer(pack_answer(answer).substr(1), back));
}
