#include "frontends/frontend.hpp"
#include "frontends/go/module.hpp"

namespace idem {

static constexpr std::string_view kExtensions[] = {".go"};

static constexpr std::string_view kTestGlobs[] = {
    "**/*_test.go", "**/testdata/**", "**/testutil/**", "**/testutils/**", "**/mocks/**",
    "**/mock/**",   "**/mock_*.go",   "**/*_mock.go",   "**/*_mocks.go",
};

static constexpr std::string_view kVendorGlobs[] = {
    "**/vendor/**", "**/*.pb.go",        "**/*.pb.gw.go",  "**/*.connect.go",     "**/*_gen.go",
    "**/*.gen.go",  "**/*_generated.go", "**/*_string.go", "**/zz_generated*.go", "**/bindata.go",
};

static constexpr Frontend kFrontends[] = {{.name = "go",
                                           .extensions = kExtensions,
                                           .lower = go::lower_file,
                                           .make_resolver = go::make_resolver,
                                           .test_globs = kTestGlobs,
                                           .vendor_globs = kVendorGlobs}};

std::span<const Frontend> go_frontends() { return kFrontends; }

}  // namespace idem
