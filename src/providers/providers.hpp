// What payment and message providers promise about repeats: whether they take a key, for how long they remember it, and
// what their answers mean. Facts about other people's services, each with source and date; what is not known says so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

enum class Answer : std::uint8_t { unknown, yes, no };

struct Provider {
  std::string id;                    // as effect rows name it: "stripe"
  std::string name;                  // for people
  std::vector<std::string> modules;  // patterns of the libraries that call it
  Answer takes_key = Answer::unknown;
  Answer lookup = Answer::unknown;                       // an operation's fate can be asked for afterwards
  Answer absence_final = Answer::unknown;                // "not found" there means: not done
  std::string key;                                       // where the key goes on the wire
  std::vector<std::pair<std::string, std::string>> sdk;  // language → how its SDK takes the key
  // In words; "unknown" where nothing is known.
  std::string retention, mismatch, validation_errors, server_errors, in_flight, lookup_how;
  std::string source, as_of;
};

const std::vector<Provider>& all_providers();
// By id, or nullptr.
const Provider* find_provider(std::string_view id);
// The provider that a library calls, or nullptr.
const Provider* provider_of_module(std::string_view module);
std::string_view word_of(Answer answer);
// "takes a key: Idempotency-Key header; remembers it 24h; …": one line for people, in the SDK's terms of `language`.
std::string provider_summary(const Provider& provider, std::string_view language);

}  // namespace idem
