#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace idem {

// A TypeName of PostgreSQL's parse tree as the catalogue writes it: "numeric(10,2)", "text[]"; "" where it is none.
std::string type_text(const nlohmann::json& type);

}  // namespace idem
