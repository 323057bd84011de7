// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "json_writer.hpp"

#include <string>

#include "expect.hpp"

namespace json_writer {

namespace {

class StringSink : public TextSink {
 public:
  void Write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string Quoted(std::string_view value) {
  StringSink sink;
  JsonWriter json(&sink);
  json.BeginLine("t");
  json.String("s", value);
  json.EndLine();
  const std::string prefix = "{\"type\":\"t\",\"s\":";
  return sink.text().substr(prefix.size(), sink.text().size() - prefix.size() - 2);
}

}  // namespace

TEST_CASE(WritesNestedObjectsAndArrays) {
  StringSink sink;
  JsonWriter json(&sink);
  json.BeginLine("cpu");
  json.Number("n", 0);
  json.BeginArray("a");
  json.BeginObject();
  json.Null("x");
  json.EndObject();
  json.BeginObject();
  json.Boolean("y", true);
  json.EndObject();
  json.EndArray();
  json.BeginArray("empty");
  json.EndArray();
  json.BeginObject("o");
  json.Number("big", ~std::uint64_t{0});
  json.EndObject();
  json.EndLine();
  EXPECT_EQ(sink.text(),
            "{\"type\":\"cpu\",\"n\":0,\"a\":[{\"x\":null},{\"y\":true}],\"empty\":[],"
            "\"o\":{\"big\":18446744073709551615}}\n");
}

TEST_CASE(WritesArraysOfArraysAndSignedAndRealNumbers) {
  StringSink sink;
  JsonWriter json(&sink);
  json.BeginLine("kind", "period");
  json.BeginArray("bins");
  json.BeginArray();
  json.Number(7);
  json.Number(1);
  json.EndArray();
  json.BeginArray();
  json.EndArray();
  json.EndArray();
  json.SignedNumber("lost", -12);
  json.Real("sum", 12345678901.0);
  json.EndLine();
  EXPECT_EQ(sink.text(),
            "{\"kind\":\"period\",\"bins\":[[7,1],[]],\"lost\":-12,\"sum\":12345678901}\n");
}

TEST_CASE(EscapesWhatJsonWantsEscaped) {
  EXPECT_EQ(Quoted("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\u000a\\u0001\"");
}

TEST_CASE(KeepsUtf8AndReplacesOtherBytes) {
  EXPECT_EQ(Quoted("\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA4\x96"),
            "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA4\x96\"");
  EXPECT_EQ(Quoted("\xFF"), "\"\\ufffd\"");
  EXPECT_EQ(Quoted("a\xC3"), "\"a\\ufffd\"");                      // Cut off.
  EXPECT_EQ(Quoted("\xED\xA0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");  // A surrogate.
  EXPECT_EQ(Quoted("\xC0\xAF"), "\"\\ufffd\\ufffd\"");             // Overlong.
}

TEST_CASE(WritesLinesLongerThanItsBuffer) {
  StringSink sink;
  JsonWriter json(&sink);
  const std::string word(1000, 'x');
  json.BeginLine("t");
  json.BeginArray("a");
  for (int i = 0; i < 1000; ++i) json.String(word);
  json.EndArray();
  json.EndLine();
  EXPECT_EQ(sink.text().size(),
            std::string("{\"type\":\"t\",\"a\":[]}\n").size() + 1000 * (word.size() + 3) - 1);
}

}  // namespace json_writer
