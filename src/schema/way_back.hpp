#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace idem {

// A name that says the file takes a migration back: "x.down.sql", "down.sql", "U3__x.sql", anything in revert/ or
// rollback/. The path is relative, with /.
bool is_way_back(const std::string& path);

// Where the way back begins in a script that holds both ways (goose, dbmate, sql-migrate): the offset of its mark in
// bytes, std::string_view::npos where there is none.
std::size_t way_back_at(std::string_view script);

}  // namespace idem
