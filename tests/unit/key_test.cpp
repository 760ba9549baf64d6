#include "key/key.hpp"
#include "catch.hpp"

using namespace idem;

static JsonValue read(std::string_view text) {
  const Result<JsonValue> value = read_json(text, "in");
  if (!value) FAIL(value.error().message);
  return *value;
}

TEST_CASE("UUID version 5 as RFC 9562 and every library make it") {
  const std::string dns = *uuid_bytes("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
  CHECK(uuid_v5(dns, "www.example.com") == "2ed6657d-e927-568b-95e1-2665a8aea6a2");
  CHECK(uuid_v5(dns, "python.org") == "886313e1-3b8a-5372-9b90-0c9aee199e5d");
  for (const char* text : {"", "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b8109dad11d180b400c04fd430c8",
                           "6ba7b810-9dad-11d1-80b4-00c04fd430cg", "6ba7b810-9dad-11d1-80b400-c04fd430c8"})
    CHECK_FALSE(uuid_bytes(text).has_value());
}

TEST_CASE("a key follows from the parts alone") {
  CallParts call;
  call.session = "s";
  call.tool = "charge";
  call.input = read(R"({"b":1,"a":2.0})");
  CallParts again = call;
  again.input = read(R"({ "a": 2, "b": 1 })");
  for (const KeyForm form : {KeyForm::uuid, KeyForm::sha256, KeyForm::base32})
    CHECK(make_key(call, form).key == make_key(again, form).key);
  CHECK(make_key(call, KeyForm::uuid).name == R"({"input":{"a":2,"b":1},"session":"s","tool":"charge"})");
  CHECK(make_key(call, KeyForm::uuid).key.size() == 36);
  CHECK(make_key(call, KeyForm::sha256).key.size() == 64);
  CHECK(make_key(call, KeyForm::base32).key.size() == 32);
  again.turn = "";
  CHECK(make_key(call, KeyForm::uuid).key != make_key(again, KeyForm::uuid).key);
  again = call;
  again.ns = "acme";
  CHECK(make_key(call, KeyForm::uuid).key != make_key(again, KeyForm::uuid).key);
  // Parts do not run into each other.
  CallParts left, right;
  left.session = "a";
  left.intent = "bc";
  right.session = "ab";
  right.intent = "c";
  CHECK(make_key(left, KeyForm::uuid).key != make_key(right, KeyForm::uuid).key);
}

TEST_CASE("a step's key lies in its workflow's") {
  CallParts call;
  call.workflow = "invoice-117";
  call.step = "charge";
  const MadeKey charge = make_key(call, KeyForm::uuid);
  call.step = "mail";
  const MadeKey mail = make_key(call, KeyForm::uuid);
  CHECK(charge.workflow_key == mail.workflow_key);
  CHECK(charge.key != mail.key);
  CHECK(uuid_v5(*uuid_bytes(charge.workflow_key), charge.name) == charge.key);
  call.workflow = "invoice-118";
  CHECK(make_key(call, KeyForm::uuid).key != mail.key);
}

TEST_CASE("what makes a key useless is refused") {
  CallParts call;
  CHECK_FALSE(check_parts(call).has_value());
  call.tool = "charge";
  CHECK_FALSE(check_parts(call).has_value());
  call.session = "s";
  CHECK(check_parts(call).has_value());
  call.others = {{"Attempt-Number", "2"}};
  CHECK_FALSE(check_parts(call).has_value());
  call.others.clear();
  call.input = read(R"({"order":{"sent_at":"2026-01-01"}})");
  CHECK(check_parts(call).error().message.starts_with("the input's /order/sent_at looks like a clock"));
}

TEST_CASE("two calls are compared part by part") {
  const auto call = [](std::string_view text) {
    const Result<CallParts> parts = read_call(read(text), "call.json");
    if (!parts) FAIL(parts.error().message);
    return *parts;
  };
  const CallParts a = call(R"({"session":"s","tool":"charge","turn":4,"input":{"amount":100,"nonce":"x"}})");
  const CallParts b = call(R"({"session":"s","tool":"charge","turn":4,"input":{"nonce":"y","amount":100}})");
  const KeyComparison differ = compare_calls(a, b, KeyForm::uuid);
  CHECK_FALSE(differ.same);
  REQUIRE(differ.differing.size() == 1);
  CHECK(differ.differing[0].part == "input /nonce");
  CHECK(differ.differing[0].is_volatile);
  const KeyComparison same = compare_calls(a, a, KeyForm::uuid);
  CHECK(same.same);
  CHECK(same.equal == std::vector<std::string>{"session", "tool", "turn", "input"});
  CHECK_FALSE(read_call(read(R"({"sesion":"s"})"), "x").has_value());
  CHECK_FALSE(read_call(read("[]"), "x").has_value());
  CHECK_FALSE(read_call(read(R"({"session":[]})"), "x").has_value());
}
