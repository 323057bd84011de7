// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "json_writer.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>

namespace json_writer {

namespace {

// Length of the UTF-8 character at the front of `text`, 0 when it is malformed.
std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  std::size_t length = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;   // Overlong.
    if (lead == 0xED) high = 0x9F;  // Surrogates.
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (text.size() < length || byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

// Not make_unique, which would write zeros to all of it, and most lines are short.
JsonWriter::JsonWriter(TextSink* sink) : sink_(sink), buffer_(new char[kCapacity]) {}

void JsonWriter::Reserve() {
  if (length_ + kReserve <= kCapacity) return;
  sink_->Write(std::string_view(buffer_.get(), length_));
  length_ = 0;
}

void JsonWriter::Raw(std::string_view text) {
  std::memcpy(buffer_.get() + length_, text.data(), text.size());
  length_ += text.size();
}

void JsonWriter::Separator() {
  Reserve();
  if (!first_) buffer_[length_++] = ',';
  first_ = false;
}

void JsonWriter::Key(std::string_view key) {
  Separator();
  buffer_[length_++] = '"';
  Raw(key);
  Raw("\":");
}

void JsonWriter::Digits(std::uint64_t value) {
  char digits[20];
  std::size_t begin = sizeof(digits);
  do {
    digits[--begin] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  Raw(std::string_view(digits + begin, sizeof(digits) - begin));
}

void JsonWriter::Quoted(std::string_view value) {
  buffer_[length_++] = '"';
  while (!value.empty()) {
    Reserve();
    const unsigned char c = static_cast<unsigned char>(value.front());
    std::size_t taken = 1;
    if (c == '"' || c == '\\') {
      buffer_[length_++] = '\\';
      buffer_[length_++] = static_cast<char>(c);
    } else if (c < 0x20 || c == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", c);
      Raw(escaped);
    } else if (c < 0x80) {
      buffer_[length_++] = static_cast<char>(c);
    } else if (const std::size_t length = Utf8Length(value); length != 0) {
      Raw(value.substr(0, length));
      taken = length;
    } else {
      Raw("\\ufffd");  // Names are bytes to the kernel, text to JSON.
    }
    value.remove_prefix(taken);
  }
  Reserve();
  buffer_[length_++] = '"';
}

void JsonWriter::BeginLine(std::string_view type) { BeginLine("type", type); }

void JsonWriter::BeginLine(std::string_view key, std::string_view value) {
  first_ = true;
  BeginObject();
  String(key, value);
}

void JsonWriter::EndLine() {
  EndObject();
  Reserve();
  buffer_[length_++] = '\n';
  sink_->Write(std::string_view(buffer_.get(), length_));
  length_ = 0;
}

void JsonWriter::BeginObject() {
  Separator();
  buffer_[length_++] = '{';
  first_ = true;
}

void JsonWriter::BeginObject(std::string_view key) {
  Key(key);
  buffer_[length_++] = '{';
  first_ = true;
}

void JsonWriter::EndObject() {
  Reserve();
  buffer_[length_++] = '}';
  first_ = false;
}

void JsonWriter::BeginArray(std::string_view key) {
  Key(key);
  buffer_[length_++] = '[';
  first_ = true;
}

void JsonWriter::BeginArray() {
  Separator();
  buffer_[length_++] = '[';
  first_ = true;
}

void JsonWriter::EndArray() {
  Reserve();
  buffer_[length_++] = ']';
  first_ = false;
}

void JsonWriter::Number(std::string_view key, std::uint64_t value) {
  Key(key);
  Digits(value);
}

void JsonWriter::Number(std::uint64_t value) {
  Separator();
  Digits(value);
}

void JsonWriter::SignedNumber(std::string_view key, std::int64_t value) {
  Key(key);
  if (value < 0) Raw("-");
  Digits(value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
}

void JsonWriter::NumberOrNull(std::string_view key, bool known, std::uint64_t value) {
  if (known) {
    Number(key, value);
  } else {
    Null(key);
  }
}

void JsonWriter::Seconds(std::string_view key, double value) {
  char text[32];
  const int length = std::snprintf(text, sizeof(text), "%.6g", value);
  Key(key);
  Raw(std::string_view(text, static_cast<std::size_t>(length)));
}

void JsonWriter::Real(std::string_view key, double value) {
  // The shortest text that is read back as the same value.
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof(text), value);
  Key(key);
  Raw(std::string_view(text, static_cast<std::size_t>(end.ptr - text)));
}

void JsonWriter::Boolean(std::string_view key, bool value) {
  Key(key);
  Raw(value ? "true" : "false");
}

void JsonWriter::Null(std::string_view key) {
  Key(key);
  Raw("null");
}

void JsonWriter::String(std::string_view key, std::string_view value) {
  Key(key);
  Quoted(value);
}

void JsonWriter::String(std::string_view value) {
  Separator();
  Quoted(value);
}

}  // namespace json_writer
