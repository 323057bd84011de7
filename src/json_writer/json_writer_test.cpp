// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "json_writer.hpp"

#include <string>

#include "expect.hpp"

namespace json_writer {

namespace {

class StringSink : public TextSink {
 public:
  void write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string quoted(std::string_view value) {
  StringSink sink;
  JsonWriter json(&sink);
  json.begin_line("t");
  json.string("s", value);
  json.end_line();
  const std::string prefix = "{\"type\":\"t\",\"s\":";
  return sink.text().substr(prefix.size(), sink.text().size() - prefix.size() - 2);
}

}  // namespace

TEST_CASE(WritesNestedObjectsAndArrays) {
  StringSink sink;
  JsonWriter json(&sink);
  json.begin_line("cpu");
  json.number("n", 0);
  json.begin_array("a");
  json.begin_object();
  json.null("x");
  json.end_object();
  json.begin_object();
  json.boolean("y", true);
  json.end_object();
  json.end_array();
  json.begin_array("empty");
  json.end_array();
  json.begin_object("o");
  json.number("big", ~std::uint64_t{0});
  json.end_object();
  json.end_line();
  EXPECT_EQ(sink.text(),
            "{\"type\":\"cpu\",\"n\":0,\"a\":[{\"x\":null},{\"y\":true}],\"empty\":[],"
            "\"o\":{\"big\":18446744073709551615}}\n");
}

TEST_CASE(WritesArraysOfArraysAndSignedAndRealNumbers) {
  StringSink sink;
  JsonWriter json(&sink);
  json.begin_line("kind", "period");
  json.begin_array("bins");
  json.begin_array();
  json.number(7);
  json.number(1);
  json.end_array();
  json.begin_array();
  json.end_array();
  json.end_array();
  json.signed_number("lost", -12);
  json.real("sum", 12345678901.0);
  json.end_line();
  EXPECT_EQ(sink.text(),
            "{\"kind\":\"period\",\"bins\":[[7,1],[]],\"lost\":-12,\"sum\":12345678901}\n");
}

TEST_CASE(EscapesWhatJsonWantsEscaped) {
  EXPECT_EQ(quoted("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\u000a\\u0001\"");
}

TEST_CASE(EscapesTheControlCharactersBeyondAscii) {
  EXPECT_EQ(quoted("\x7F\xC2\x80\xC2\x9F\xC2\xA0"), "\"\\u007f\\u0080\\u009f\xC2\xA0\"");
}

TEST_CASE(KeepsUtf8AndReplacesOtherBytes) {
  EXPECT_EQ(quoted("\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA4\x96"),
            "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA4\x96\"");
  EXPECT_EQ(quoted("\xFF"), "\"\\ufffd\"");
  EXPECT_EQ(quoted("a\xC3"), "\"a\\ufffd\"");                      // Cut off.
  EXPECT_EQ(quoted("\xED\xA0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");  // A surrogate.
  EXPECT_EQ(quoted("\xC0\xAF"), "\"\\ufffd\\ufffd\"");             // Overlong.
}

TEST_CASE(WritesLinesLongerThanItsBuffer) {
  StringSink sink;
  JsonWriter json(&sink);
  const std::string word(1000, 'x');
  json.begin_line("t");
  json.begin_array("a");
  for (int i = 0; i < 1000; ++i) json.string(word);
  json.end_array();
  json.end_line();
  EXPECT_EQ(sink.text().size(),
            std::string("{\"type\":\"t\",\"a\":[]}\n").size() + 1000 * (word.size() + 3) - 1);
}

}  // namespace json_writer
