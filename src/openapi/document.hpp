// OpenAPI and Swagger documents, as far as keys of requests go: which operations they describe, and which of them take
// a header that names an idempotency key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace idem {

struct DocumentedOperation {
  std::string method;      // upper case
  std::string path;        // as documented, with {parameters}, behind the document's own base path
  std::string key_header;  // "Idempotency-Key", or ""
  bool required = false;   // the header
  bool exposed = false;    // named by an operationId: generators make a tool or a client method of it
  std::string operation;   // the operationId
  int line = 0;
};

struct ApiDocument {
  std::string file;
  std::vector<DocumentedOperation> operations;
};

// A document in JSON or YAML; no operations when the text is no OpenAPI document. Understands references inside the
// document, not those into others.
ApiDocument read_api_document(std::string_view text, const std::string& file);

// Whether a file may be one, by its name.
bool may_be_api_document(std::string_view path);

}  // namespace idem
