// The part of fmt that is compiled, as part of the program: Debian has no static library of it, and loading the shared
// one costs every start half a millisecond. Of other major versions than 9 the shared library serves, which is linked
// with --as-needed (cmake/dependencies.cmake).
#include <fmt/format-inl.h>

#if FMT_VERSION >= 90000 && FMT_VERSION < 100000
FMT_BEGIN_NAMESPACE
namespace detail {

template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
template void buffer<char>::append(const char*, const char*);
template void vformat_to(buffer<char>&, string_view, basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);

}  // namespace detail
FMT_END_NAMESPACE
#endif
