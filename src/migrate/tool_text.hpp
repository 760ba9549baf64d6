#pragma once

#include "migrate/plan.hpp"
#include "migrate/tools.hpp"

#include <string>
#include <vector>

namespace idem {

// Pieces that the writers of tool files share.

// "-- title" and the notes, every line a comment.
std::string head_comment(const Script& script, const std::string& mark = "-- ");

// "-- Takes back: title" and what the way back locks; empty where there is none.
std::string down_comment(const Script& script);

// The statements of one direction, BEGIN and COMMIT round them where the tool adds none.
std::string with_frame(const Script& script, Direction direction, SqlDialect dialect);

// For scripts outside a transaction: the settings before and after the statement; empty for others.
std::string settings_before(const Script& script);
std::string settings_after(const Script& script);

// Whether one call may carry all statements of the script: it runs in a transaction, and the server's drivers take
// several at once. SQLite's run the first and drop the rest, MySQL's refuse.
bool goes_as_a_whole(const Script& script, SqlDialect dialect);

// The statements with the comments in front of them, each ending in its semicolon.
std::vector<std::string> statements_of(const std::string& sql);

const std::string& side_of(const Script& script, Direction direction);

// "CreateOrderKeys" of "create_order_keys".
std::string camel_case(const std::string& slug);

// Every line indented by `spaces`.
std::string indented(const std::string& text, std::size_t spaces);

// The number that follows the largest leading one of the existing names (after `prefix`), at least as many digits wide
// as the widest there or `width`. `first` where there is none.
std::string next_number(const std::vector<ExistingFile>& existing, const std::string& prefix, std::size_t width,
                        const std::string& first);

// The number after `number`, same width.
std::string following(const std::string& number);

}  // namespace idem
