#include "key/key.hpp"
#include "catch.hpp"
#include "fingerprint/fresh_values.hpp"

using namespace idem;

static constexpr std::int64_t kNow = 1'800'000'000;  // 2027-01-15T08:00:00Z

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
  CHECK_FALSE(check_parts(call, kNow).has_value());
  call.tool = "charge";
  CHECK_FALSE(check_parts(call, kNow).has_value());
  call.session = "s";
  CHECK(check_parts(call, kNow).has_value());
  call.others = {{"Attempt-Number", "2"}};
  CHECK_FALSE(check_parts(call, kNow).has_value());
  call.others.clear();
  call.input = read(R"({"order":{"sent_at":"2026-01-01"}})");
  CHECK(check_parts(call, kNow).error().message.starts_with("the input's /order/sent_at looks like a clock"));
}

TEST_CASE("values that a try brings anew are refused wherever they stand for what is meant") {
  const auto refused = [](const auto& set) {
    CallParts call;
    call.session = "s";
    set(call);
    const Result<void> useful = check_parts(call, kNow);
    return useful ? std::string() : useful.error().message;
  };
  const auto turn = [&](const char* value) { return refused([&](CallParts& call) { call.turn = value; }); };
  // 1'800'000'000 is 2027-01-15T08:00:00Z.
  for (const char* time :
       {"1800000000", "1799990000", "1800000000123", "1800000000123456", "1800000000123456789", "1800000000.5",
        "2027-01-15T08:00:00Z", "2027-01-15T09:05:00.123+01:00", "2027-01-14 20:00:00", "2027-01-15t08:00:00z"}) {
    INFO(time);
    CHECK(turn(time).find("is a time of about now") == std::string::npos);
    CHECK(turn(time).starts_with(std::string("the turn '") + time + "' looks like a time of about now"));
    CHECK_FALSE(refused([&](CallParts& call) { call.intent = time; }).empty());
    CHECK_FALSE(refused([&](CallParts& call) { call.session = time; }).empty());
    CHECK_FALSE(refused([&](CallParts& call) { call.others = {{"when", time}}; }).empty());
    CHECK(refused([&](CallParts& call) {
            call.input = JsonValue{JsonObject{{"at", JsonValue{std::string(time)}}}};
          }).starts_with("the input's /at looks like a time of about now"));
  }
  CHECK_FALSE(refused([](CallParts& call) { call.input = read(R"({"at":1800000000})"); }).empty());
  CHECK_FALSE(refused([](CallParts& call) { call.input = read(R"({"at":[1800000000.25]})"); }).empty());
  // Other times, numbers and dates are part of what is meant.
  for (const char* fine : {"4", "turn-4", "1700000000", "2027-01-15", "2027-03-01T08:00:00Z", "2026-12-24T18:00:00Z",
                           "180000000", "18000000001", "1800000000x", "2027-13-15T08:00:00Z", "08:00:00"}) {
    INFO(fine);
    CHECK(turn(fine).empty());
    CHECK(refused([&](CallParts& call) { call.input = JsonValue{std::string(fine)}; }).empty());
  }
  const char* random = "f47ac10b-58cc-4372-a567-0e02b2c3d479";
  const char* of_clock = "019469a0-1c00-7000-8000-000000000000";
  const char* of_name = "2ed6657d-e927-568b-95e1-2665a8aea6a2";
  CHECK(turn(random).find("looks like a random UUID") != std::string::npos);
  CHECK(turn(of_clock).find("looks like a UUID made from the clock") != std::string::npos);
  CHECK(turn(of_name).empty());
  CHECK_FALSE(refused([&](CallParts& call) { call.others = {{"run", random}}; }).empty());
  CHECK(refused([&](CallParts& call) { call.others = {{"order_id", random}}; }).empty());
  CHECK_FALSE(refused([&](CallParts& call) { call.others = {{"request_id", random}}; }).empty());
  // One per session or intention, and made once.
  CHECK(refused([&](CallParts& call) { call.session = random; }).empty());
  CHECK(refused([&](CallParts& call) { call.intent = random; }).empty());
  CHECK(refused([&](CallParts& call) { call.workflow = random; }).empty());
  for (const char* part : {"session", "turn"}) {
    INFO(part);
    CHECK_FALSE(refused([&](CallParts& call) { (part[0] == 's' ? call.session : call.turn) = ""; }).empty());
  }
}

TEST_CASE("random UUIDs in an input are told, but not where the name says that they are the id of something") {
  const auto found = [](std::string_view text) {
    std::string places;
    for (const FreshPlace& place : fresh_members(read(text), kNow)) places += place.pointer + " ";
    return places;
  };
  CHECK(found(R"({"key":"f47ac10b-58cc-4372-a567-0e02b2c3d479"})") == "/key ");
  CHECK(found(R"({"a":{"refs":["f47ac10b-58cc-4372-a567-0e02b2c3d479"]}})") == "/a/refs/0 ");
  CHECK(found(R"({"customer_id":"f47ac10b-58cc-4372-a567-0e02b2c3d479"})").empty());
  CHECK(found(R"({"itemIds":["f47ac10b-58cc-4372-a567-0e02b2c3d479"]})").empty());
  CHECK(found(R"({"key":"f47ac10b-58cc-4372-c567-0e02b2c3d479"})").empty());  // no variant of RFC 9562
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
  CHECK(differ.differing[0].why == "a random number");
  const KeyComparison same = compare_calls(a, a, KeyForm::uuid);
  CHECK(same.same);
  CHECK(same.equal == std::vector<std::string>{"session", "tool", "turn", "input"});
  CHECK_FALSE(same.only_content);
  const auto why = [&](std::string_view first, std::string_view second) {
    const KeyComparison c = compare_calls(call(first), call(second), KeyForm::uuid);
    return c.differing.size() == 1 ? c.differing[0].why : "(not one)";
  };
  CHECK(why(R"({"session":"s","turn":"2020-01-01T00:00:00Z"})", R"({"session":"s","turn":"2020-01-01T00:00:09Z"})") ==
        "a time");
  CHECK(why(R"({"input":{"at":1700000000}})", R"({"input":{"at":1700000009}})") == "a time");
  const std::string one = R"("f47ac10b-58cc-4372-a567-0e02b2c3d479")",
                    two = R"("16fd2706-8baf-433b-82eb-8c7fada847da")";
  CHECK(why(R"({"input":{"key":)" + one + "}}", R"({"input":{"key":)" + two + "}}") == "a random UUID");
  // Another customer or session is another call.
  CHECK(why(R"({"input":{"customer_id":)" + one + "}}", R"({"input":{"customer_id":)" + two + "}}").empty());
  CHECK(why(R"({"session":)" + one + "}", R"({"session":)" + two + "}").empty());
  CHECK(why(R"({"input":{"amount":1}})", R"({"input":{"amount":2}})").empty());
  CHECK(
      compare_calls(call(R"({"tool":"t","input":1})"), call(R"({"tool":"t","input":1})"), KeyForm::uuid).only_content);
  CHECK_FALSE(read_call(read(R"({"sesion":"s"})"), "x").has_value());
  CHECK_FALSE(read_call(read("[]"), "x").has_value());
  CHECK_FALSE(read_call(read(R"({"session":[]})"), "x").has_value());
}
