// The TypeScript, TSX and JavaScript rows: one lowering, two grammars.
#include "frontends/frontend.hpp"
#include "frontends/typescript/dialect.hpp"
#include "frontends/typescript/grammar_gaps.hpp"
#include "frontends/typescript/lowering.hpp"
#include "frontends/typescript/resolver.hpp"

#include <string>

namespace idem {

static FileFacts lower_with(const typescript::Dialect& dialect, std::string_view language, std::string_view path,
                            std::string_view text) {
  FileFacts facts;
  facts.path = path;
  facts.language = language;
  facts.traits.lazy_calls = true;
  FactsBuilder builder(facts, text);
  const bool has_markup = &dialect == &typescript::tsx_dialect();
  const std::string readable = typescript::without_grammar_gaps(text, !has_markup);
  const SyntaxTree tree = parse(dialect.grammar, readable.empty() ? text : readable);
  typescript::Lowering(dialect, tree, text, builder).run();
  return facts;
}

static FileFacts lower_typescript(std::string_view path, std::string_view text) {
  return lower_with(typescript::typescript_dialect(), "typescript", path, text);
}

static FileFacts lower_tsx(std::string_view path, std::string_view text) {
  return lower_with(typescript::tsx_dialect(), "typescript", path, text);
}

static FileFacts lower_javascript(std::string_view path, std::string_view text) {
  return lower_with(typescript::tsx_dialect(), "javascript", path, text);
}

static constexpr std::string_view kTypeScriptExtensions[] = {".ts", ".mts", ".cts"};
static constexpr std::string_view kTsxExtensions[] = {".tsx"};
static constexpr std::string_view kJavaScriptExtensions[] = {".js", ".mjs", ".cjs", ".jsx"};

// Only what the policy for all languages (source/classify.cpp) does not know already.
static constexpr std::string_view kTestGlobs[] = {
    "*.test-d.ts",    "*.bench.*",          "*.story.tsx",   "*.story.jsx",         "*.mock.*",
    "*.e2e-test.*",   "*.int.spec.*",       "jest.config.*", "jest.setup.*",        "vitest.config.*",
    "vitest.setup.*", "vitest.workspace.*", "*.fixture.*",   "playwright.config.*", "cypress.config.*",
    "karma.conf.*",   "__benchmarks__",     "__stories__",
};
static constexpr std::string_view kVendorGlobs[] = {
    "__generated__", "*.gen.js", "*.gen.mjs", "*.min.cjs", "*.umd.js", "*.iife.js", ".pnp.*",
};

std::span<const Frontend> typescript_frontends() {
  static const Frontend frontends[] = {
      {"typescript", kTypeScriptExtensions, lower_typescript, typescript::make_resolver, kTestGlobs, kVendorGlobs,
       "typescript"},
      {"tsx", kTsxExtensions, lower_tsx, typescript::make_resolver, kTestGlobs, kVendorGlobs, "typescript"},
      {"javascript", kJavaScriptExtensions, lower_javascript, typescript::make_resolver, kTestGlobs, kVendorGlobs,
       "typescript"},
  };
  return frontends;
}

}  // namespace idem
