#include "fingerprint/fingerprint.hpp"
#include "base/digest.hpp"
#include "catch.hpp"
#include "fingerprint/canonical.hpp"
#include "fingerprint/schema_defaults.hpp"
#include "fingerprint/volatile_names.hpp"

#include <bit>
#include <cstdint>
#include <random>

using namespace idem;

namespace {

JsonValue read(std::string_view text) {
  const Result<JsonValue> value = read_json(text, "in");
  if (!value) FAIL(value.error().message);
  return *value;
}

std::string canonical(std::string_view text) { return canonical_json(read(text)); }

std::string why_not(std::string_view text) {
  const Result<JsonValue> value = read_json(text, "in");
  INFO(text.substr(0, 80));
  REQUIRE_FALSE(value.has_value());
  return value.error().message;
}

FingerprintTerms terms(std::vector<std::string> include, std::vector<std::string> exclude) {
  FingerprintTerms result;
  for (const std::string& text : include) result.include.push_back(*parse_pointer(text));
  for (const std::string& text : exclude) result.exclude.push_back(*parse_pointer(text));
  return result;
}

std::string selected(std::string_view text, const FingerprintTerms& t) {
  const Result<CanonicalRequest> request = canonicalize(read(text), t);
  return request ? request->text : request.error().message;
}

}  // namespace

TEST_CASE("numbers print as ECMAScript prints them: the vectors of RFC 8785, appendix B") {
  const std::pair<std::uint64_t, const char*> vectors[] = {{0x0000000000000000, "0"},
                                                           {0x8000000000000000, "0"},
                                                           {0x0000000000000001, "5e-324"},
                                                           {0x8000000000000001, "-5e-324"},
                                                           {0x7fefffffffffffff, "1.7976931348623157e+308"},
                                                           {0xffefffffffffffff, "-1.7976931348623157e+308"},
                                                           {0x4340000000000000, "9007199254740992"},
                                                           {0xc340000000000000, "-9007199254740992"},
                                                           {0x4430000000000000, "295147905179352830000"},
                                                           {0x44b52d02c7e14af5, "9.999999999999997e+22"},
                                                           {0x44b52d02c7e14af6, "1e+23"},
                                                           {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
                                                           {0x444b1ae4d6e2ef4e, "999999999999999700000"},
                                                           {0x444b1ae4d6e2ef4f, "999999999999999900000"},
                                                           {0x444b1ae4d6e2ef50, "1e+21"},
                                                           {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
                                                           {0x3eb0c6f7a0b5ed8d, "0.000001"},
                                                           {0x41b3de4355555553, "333333333.3333332"},
                                                           {0x41b3de4355555554, "333333333.33333325"},
                                                           {0x41b3de4355555555, "333333333.3333333"},
                                                           {0x41b3de4355555556, "333333333.3333334"},
                                                           {0x41b3de4355555557, "333333333.33333343"},
                                                           {0xbecbf647612f3696, "-0.0000033333333333333333"},
                                                           {0x43143ff3c1cb0959, "1424953923781206.2"}};
  for (const auto& [bits, text] : vectors) CHECK(ecma_number(std::bit_cast<double>(bits)) == text);
}

TEST_CASE("the published texts of RFC 8785 come out") {
  CHECK(
      canonical(R"({"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                     "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]})") ==
      R"({"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"})");
  CHECK(canonical(
            R"({"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
                     "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"})") ==
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xc2\x80\":\"Control\",\"ö\":\"Latin Small Letter O With "
        "Diaeresis\",\"€\":\"Euro Sign\","
        "\"😀\":\"Emoji: Grinning Face\",\"\xef\xac\xb3\":\"Hebrew Letter Dalet With Dagesh\"}");
  CHECK(
      canonical(
          R"({"1": {"f": {"f": "hi","F": 5} ,"\n": 56.0}, "10": { }, "": "empty", "a": { }, "111": [ {} ], "A": { }})") ==
      R"({"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}})");
  CHECK(canonical(R"([ 56, { "d": true, "10": null, "1": [ ] } ])") == R"([56,{"1":[],"10":null,"d":true}])");
  CHECK(canonical(R"({"peach": "first", "péché": "second", "pêche": "third", "sin": "last"})") ==
        R"({"peach":"first","péché":"second","pêche":"third","sin":"last"})");
  CHECK(
      canonical(
          R"({"\u20ac":"Euro Sign","1":"One","\u0080":"Control\u007f","\ud83d\ude02":"Smiley","</script>":"Browser Challenge"})") ==
      "{\"1\":\"One\",\"</script>\":\"Browser Challenge\",\"\xc2\x80\":\"Control\x7f\",\"€\":\"Euro "
      "Sign\",\"😂\":\"Smiley\"}");
}

TEST_CASE("canonical text reads back as itself, and random doubles survive") {
  std::mt19937_64 random{20260202};
  for (int i = 0; i < 20000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (!(number - number == 0)) continue;
    const std::string text = ecma_number(number);
    const JsonValue back = read(text.find_first_of(".e") == std::string::npos ? text + ".0" : text);
    CHECK(std::get<double>(back.data) == number);
    CHECK(canonical_json(back) == text);
  }
}

TEST_CASE("what has no one canonical form is refused with its place") {
  CHECK(why_not(R"({"a":1,"b":2,"a":3})") ==
        "in:1:14: the member 'a' occurs twice: which of them counts differs from parser to parser");
  CHECK(why_not("{\"a\":1,\n \"\\u0061\":3}").starts_with("in:2:2: the member 'a' occurs twice"));
  CHECK(why_not("9007199254740993").find("beyond 2^53 - 1") != std::string::npos);
  CHECK(why_not("-9007199254740992").find("beyond 2^53 - 1") != std::string::npos);
  CHECK(canonical("9007199254740991") == "9007199254740991");
  CHECK(why_not("1e400").find("does not fit a double") != std::string::npos);
  CHECK(why_not("1e-400").find("does not fit a double") != std::string::npos);
  CHECK(canonical("0e400") == "0");
  CHECK(canonical("-0") == "0");
  CHECK(canonical("5e-324") == "5e-324");
  CHECK(why_not("\"\\ud800\"").find("lone surrogate") != std::string::npos);
  CHECK(why_not("\"\\ude00\\ud83d\"").find("lone surrogate") != std::string::npos);
  CHECK(why_not("\"\\uffff\"").find("noncharacter") != std::string::npos);
  CHECK(why_not("\"\xef\xb7\x90\"").find("noncharacter") != std::string::npos);
  CHECK(why_not("\"\xed\xa0\x80\"").find("not valid UTF-8") != std::string::npos);
  CHECK(why_not("\"\xc0\xaf\"").find("not valid UTF-8") != std::string::npos);
  CHECK(why_not("\"\xf4\x90\x80\x80\"").find("not valid UTF-8") != std::string::npos);
  CHECK(why_not("\"\xe2\x82").find("not valid UTF-8") != std::string::npos);
  for (const char* text :
       {"",         " ",   "{",     "[",         "[1,]", "{\"a\"}",  "{\"a\":}", "{,}", "{a:1}",   "01",
        "-",        "1.",  ".5",    "1e",        "+1",   "tru",      "nul",      "\"",  "\"\\x\"", "\"\\u12\"",
        "\"a\nb\"", "1 2", "[1 2]", "{\"a\" 1}", "NaN",  "Infinity", "'a'",      "[",   "// c\n1", "\"\\u00g0\""})
    CHECK(why_not(text).starts_with("in:1:"));
}

TEST_CASE("size, count and depth are limited, and the limit is told") {
  CHECK(why_not(std::string(300, '[')).find("nested more than 256 deep") != std::string::npos);
  CHECK(why_not(std::string(1'000'000, '[')).find("nested more than 256 deep") != std::string::npos);
  const Result<JsonValue> many = read_json("[1,1,1,1]", "in", JsonLimits{100, 3, 10});
  REQUIRE_FALSE(many.has_value());
  CHECK(many.error().message == "in:1:6: more than 3 values");
  const Result<JsonValue> large = read_json("[1,1,1,1]", "in", JsonLimits{5, 3, 10});
  REQUIRE_FALSE(large.has_value());
  CHECK(large.error().message == "in is larger than the limit of 5 bytes");
}

TEST_CASE("cut and damaged documents end in an error, never in a crash") {
  const std::string whole = R"({"a":[1,2.5e-3,"\u20ac\ud83d\ude00x",{"b":null,"c":[true,false,{}]}],"é":"ü"})";
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK_FALSE(read_json(whole.substr(0, i), "in").has_value());
    for (const char c : {'\0', '"', '{', '\\', '\xff', '9'}) {
      std::string broken = whole;
      broken[i] = c;
      const Result<JsonValue> value = read_json(broken, "in");
      if (value) CHECK(canonical(canonical_json(*value)) == canonical_json(*value));
    }
  }
}

TEST_CASE("UTF-16 order differs from byte order only around the surrogates") {
  CHECK(utf16_less("\xf0\x9f\x98\x80", "\xef\xac\xb3"));
  CHECK(utf16_less("\xed\x9f\xbf", "\xf0\x90\x80\x80"));
  CHECK(utf16_less("a", "b"));
  CHECK(utf16_less("a", "ab"));
  CHECK_FALSE(utf16_less("a", "a"));
}

TEST_CASE("pointers keep and take out") {
  const char* order = R"({"amount":100,"items":[{"sku":"a","note":"x"},{"sku":"b"}],"trace_id":"t","a/b":{"~":1}})";
  CHECK(selected(order, terms({"/amount"}, {})) == R"({"amount":100})");
  CHECK(selected(order, terms({"/items/*/sku"}, {})) == R"({"items":[{"sku":"a"},{"sku":"b"}]})");
  CHECK(selected(order, terms({"/items/1"}, {})) == R"({"items":[{"sku":"b"}]})");
  CHECK(selected(order, terms({"/a~1b/~0"}, {})) == R"({"a/b":{"~":1}})");
  CHECK(selected(order, terms({}, {"/trace_id", "/items/*/note", "/a~1b"})) ==
        R"({"amount":100,"items":[{"sku":"a"},{"sku":"b"}]})");
  CHECK(selected(order, terms({"/amount", "/items"}, {"/items/0"})) == R"({"amount":100,"items":[{"sku":"b"}]})");
  CHECK(selected(order, terms({"/amout"}, {})).find("none of the --include pointers") == 0);
  CHECK(selected(R"({"a":1})", terms({}, {"/a"})).find("nothing is left to hash") == 0);
  const Result<CanonicalRequest> typo = canonicalize(read(order), terms({"/amount", "/item"}, {"/trace"}));
  CHECK(typo->unmatched == std::vector<std::string>{"/item", "/trace"});
  for (const char* text : {"amount", "/a~2", "/a~"}) CHECK_FALSE(parse_pointer(text).has_value());
}

TEST_CASE("a schema fills what may be left out") {
  FingerprintTerms t;
  t.schema = read(R"({"$defs":{"money":{"type":"object","properties":{"currency":{"default":"EUR"}}}},
    "required":["amount"],
    "properties":{"amount":{"$ref":"#/$defs/money"},"capture":{"type":"boolean","default":true},"note":{"type":["string","null"]},
      "items":{"type":"array","items":{"properties":{"quantity":{"default":1}}}},"either":{"oneOf":[{},{}]}}})");
  CHECK(
      selected(R"({"amount":{"value":5},"items":[{"sku":"a"},{"quantity":2}],"either":1})", t) ==
      R"({"amount":{"currency":"EUR","value":5},"capture":true,"either":1,"items":[{"quantity":1,"sku":"a"},{"quantity":2}],"note":null})");
  CHECK(selected(R"({"amount":{"value":5,"currency":"EUR"},"capture":true,"note":null})", t) ==
        selected(R"({"amount":{"value":5}})", t));
  CHECK(canonicalize(read(R"({"either":1})"), t)->skipped == std::vector<std::string>{"/either (oneOf)"});
  t.schema = read(R"({"$ref":"#"})");
  CHECK(selected("{}", t).find("refers to itself without end") != std::string::npos);
  t.schema = read(R"({"$ref":"other.json"})");
  CHECK(selected("{}", t).find("leads nowhere") != std::string::npos);
  t.schema = read(R"({"properties":{"a":{"default":{},"$ref":"#"}}})");
  CHECK(selected("{}", t).find("refers to itself without end") != std::string::npos);
  t.schema = read(R"({"allOf":[{"$ref":"#"},{"$ref":"#"}]})");
  CHECK(selected("{}", t).find("--schema: ") == 0);
}

TEST_CASE("bindings are framed, so that no two different sets look alike") {
  const Result<CanonicalRequest> request = canonicalize(read("{}"), {});
  const auto bound = [&](std::initializer_list<std::pair<std::size_t, const char*>> values) {
    FingerprintTerms t;
    for (const auto& [i, value] : values) t.bindings[i] = value;
    return fingerprint_of(*request, t);
  };
  const std::string plain = bound({});
  CHECK(plain == sha256_hex("{}"));
  CHECK(bound({{0, ""}}) != plain);
  CHECK(bound({{0, "ab"}, {1, "c"}}) != bound({{0, "a"}, {1, "bc"}}));
  CHECK(bound({{2, "x"}}) != bound({{3, "x"}}));
  CHECK(bound({{0, "a"}}) == bound({{0, "a"}}));
  FingerprintTerms t;
  t.bindings[0] = "a";
  const std::string expected = std::string(
      "\0\0\0\0\0\0\0\x12idem.fingerprint/1\0\0\0\0\0\0\0\x09operation\0\0\0\0\0\0\0\x01"
      "a\0\0\0\0\0\0\0\x02{}",
      8 + 18 + 8 + 9 + 8 + 1 + 8 + 2);
  CHECK(fingerprint_preimage(*request, t) == expected);
}

TEST_CASE("digests as their standards have them") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(to_hex(sha1("abc")) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(to_hex(md5("abc")) == "900150983cd24fb0d6963f7d28e17f72");
}

TEST_CASE("HMAC-SHA-256 as RFC 4231 has it") {
  CHECK(to_hex(hmac_sha256("Jefe", "what do ya want for nothing?")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  FingerprintTerms t;
  // A key longer than a block is hashed first (case 6).
  CHECK(to_hex(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  t.hmac_key = "0123456789abcdef";
  CHECK(fingerprint_of(*canonicalize(read("{}"), t), t) == to_hex(hmac_sha256("0123456789abcdef", "{}")));
}

TEST_CASE("differences are named by pointer") {
  const JsonValue a = read(R"({"amount":100,"items":[1,2],"x":{"y":1},"same":null})"),
                  b = read(R"({"amount":200,"items":[1],"x":[],"z":1,"same":null})");
  std::string found;
  for (const JsonDifference& d : differences(a, b))
    found += d.pointer + (d.a == nullptr ? "+" : d.b == nullptr ? "-" : "~") + " ";
  CHECK(found == "/amount~ /items/1- /x~ /z+ ");
  CHECK(differences(a, a).empty());
}

TEST_CASE("names that say outright that they change are known, others are left alone") {
  for (const char* name :
       {"timestamp", "Timestamp", "request_time", "traceId", "X-Request-Id", "nonce", "retry_count", "attempt"})
    CHECK_FALSE(why_volatile(name).empty());
  for (const char* name : {"due_date", "date", "amount", "time_slot", "order_id", "retries_allowed", "uuid", "seed"})
    CHECK(why_volatile(name).empty());
  CHECK(why_sensitive("card_number") == "card data");
}

TEST_CASE("what is no JSON is told by what is found there") {
  const auto message = [](std::string_view text) {
    const Result<JsonValue> value = read_json(text, "in");
    return value ? std::string("(read)") : value.error().message;
  };
  CHECK(message(std::string_view("\xff\xfe{\0}\0", 6)) == "in:1:1: the text is UTF-16, but JSON is exchanged in UTF-8");
  CHECK(message("{\xe2\x80\x9c"
                "a\xe2\x80\x9d:1}") == "in:1:2: a member name in quotes is expected, found '\xe2\x80\x9c'");
  CHECK(message("[\xe9]") == "in:1:2: a value is expected, found the byte 0xe9");
  CHECK(message("[\x1b]") == "in:1:2: a value is expected, found '\\x1b'");
  CHECK(
      is_json_text("Gr\xc3\xbc\xc3\x9f"
                   "e\n\x01"));
  CHECK_FALSE(is_json_text("\xff"));
  CHECK_FALSE(is_json_text("\xed\xa0\x80"));
  CHECK_FALSE(is_json_text("\xef\xbf\xbf"));
  CHECK_FALSE(is_json_text("a\xc3"));
}
