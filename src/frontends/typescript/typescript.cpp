// The TypeScript, TSX and JavaScript rows: one lowering, two grammars.
#include "frontends/frontend.hpp"
#include "frontends/typescript/dialect.hpp"
#include "frontends/typescript/lowering.hpp"
#include "frontends/typescript/resolver.hpp"

namespace idem {

static FileFacts lower_with(const typescript::Dialect& dialect, std::string_view language, std::string_view path,
                            std::string_view text) {
  FileFacts facts;
  facts.path = path;
  facts.language = language;
  facts.traits.lazy_calls = true;
  FactsBuilder builder(facts, text);
  const SyntaxTree tree = parse(dialect.grammar, text);
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

static constexpr std::string_view kTestGlobs[] = {
    "**/*.test.*",      "**/*.spec.*",     "**/*.test-d.ts",  "**/*.e2e-spec.*", "**/*.e2e.*",
    "**/*.cy.*",        "**/*.bench.*",    "**/*.stories.*",  "**/*.story.*",    "**/*.mock.*",
    "**/__tests__/**",  "**/__test__/**",  "**/__mocks__/**", "**/__fixtures__/**", "**/test/**",
    "**/tests/**",      "**/e2e/**",       "**/cypress/**",   "**/playwright/**", "**/integration-tests/**",
    "**/jest.setup.*",  "**/jest.config.*", "**/vitest.*",    "**/playwright.config.*", "**/cypress.config.*",
    "**/.storybook/**", "**/benchmark/**", "**/benchmarks/**", "**/fixtures/**",
};
static constexpr std::string_view kVendorGlobs[] = {
    "**/node_modules/**", "**/bower_components/**", "**/jspm_packages/**", "**/vendor/**",      "**/dist/**",
    "**/build/**",        "**/out/**",              "**/.next/**",         "**/.nuxt/**",       "**/.output/**",
    "**/.svelte-kit/**",  "**/.turbo/**",           "**/.vercel/**",       "**/.medusa/**",     "**/.yarn/**",
    "**/.pnp.*",          "**/coverage/**",         "**/*.min.js",         "**/*.min.mjs",      "**/*.bundle.js",
    "**/*.chunk.js",      "**/*.generated.ts",      "**/*.generated.js",   "**/*.gen.ts",       "**/*.d.ts.map",
    "**/__generated__/**", "**/generated/**",
};

std::span<const Frontend> typescript_frontends() {
  static const Frontend frontends[] = {
      {"typescript", kTypeScriptExtensions, lower_typescript, typescript::make_resolver, kTestGlobs, kVendorGlobs},
      {"tsx", kTsxExtensions, lower_tsx, typescript::make_resolver, kTestGlobs, kVendorGlobs},
      {"javascript", kJavaScriptExtensions, lower_javascript, typescript::make_resolver, kTestGlobs, kVendorGlobs},
  };
  return frontends;
}

}  // namespace idem
