#pragma once

#include <map>
#include <string>

namespace idem {

// What Project::read_other() gave since forget_given(), by path: digests of the texts. A result that is kept for a
// later run holds as long as they do. Of the whole process: one analysis at a time reads files beside the sources, on
// one thread.
const std::map<std::string, std::string, std::less<>>& given_texts();
void forget_given();

}  // namespace idem
