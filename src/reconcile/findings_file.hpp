#pragma once

#include "reconcile/render.hpp"

#include <cstdio>
#include <memory>

namespace idem::books {

// The full list of discrepancies, written while they are found: to standard output ("-"), or to a temporary file that
// takes its name only when the list is complete. `csv` or NDJSON.
class FindingsFile {
 public:
  static Result<FindingsFile> open(const std::string& path, bool csv, RenderOptions options);
  FindingsFile(FindingsFile&& other) noexcept;
  FindingsFile& operator=(FindingsFile&&) = delete;
  ~FindingsFile();  // without finish() the temporary file is removed

  Result<void> add(const Finding& finding);
  // Flushes, checks and renames. Without it the name shows nothing new.
  Result<void> finish();

 private:
  FindingsFile(std::FILE* file, std::string path, std::string temporary, bool csv, RenderOptions options);
  Result<void> write(const std::string& text);

  std::FILE* m_file;
  std::string m_path;
  std::string m_temporary;  // "" for standard output
  bool m_csv;
  bool m_reader_gone = false;
  RenderOptions m_options;
};

}  // namespace idem::books
