// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "json_writer.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>

namespace json_writer {

namespace {

// Length of the UTF-8 character at the front of `text`, 0 when it is malformed.
std::size_t utf8_length(std::string_view text) {
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

void JsonWriter::reserve() {
  if (length_ + kReserve <= kCapacity) return;
  sink_->write(std::string_view(buffer_.get(), length_));
  length_ = 0;
}

void JsonWriter::raw(std::string_view text) {
  std::memcpy(buffer_.get() + length_, text.data(), text.size());
  length_ += text.size();
}

void JsonWriter::separator() {
  reserve();
  if (!first_) buffer_[length_++] = ',';
  first_ = false;
}

void JsonWriter::write_key(std::string_view key) {
  separator();
  buffer_[length_++] = '"';
  raw(key);
  raw("\":");
}

void JsonWriter::digits(std::uint64_t value) {
  char digits[20];
  std::size_t begin = sizeof(digits);
  do {
    digits[--begin] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  raw(std::string_view(digits + begin, sizeof(digits) - begin));
}

void JsonWriter::quoted(std::string_view value) {
  buffer_[length_++] = '"';
  while (!value.empty()) {
    reserve();
    const unsigned char c = static_cast<unsigned char>(value.front());
    std::size_t taken = 1;
    if (c == '"' || c == '\\') {
      buffer_[length_++] = '\\';
      buffer_[length_++] = static_cast<char>(c);
    } else if (c < 0x20 || c == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", c);
      raw(escaped);
    } else if (c < 0x80) {
      buffer_[length_++] = static_cast<char>(c);
    } else if (const std::size_t length = utf8_length(value);
               length == 2 && c == 0xC2 && static_cast<unsigned char>(value[1]) < 0xA0) {
      // Control characters too, which a terminal may obey.
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned char>(value[1]));
      raw(escaped);
      taken = length;
    } else if (length != 0) {
      raw(value.substr(0, length));
      taken = length;
    } else {
      raw("\\ufffd");  // Names are bytes to the kernel, text to JSON.
    }
    value.remove_prefix(taken);
  }
  reserve();
  buffer_[length_++] = '"';
}

void JsonWriter::begin_line(std::string_view type) { begin_line("type", type); }

void JsonWriter::begin_line(std::string_view key, std::string_view value) {
  first_ = true;
  begin_object();
  string(key, value);
}

void JsonWriter::end_line() {
  end_object();
  reserve();
  buffer_[length_++] = '\n';
  sink_->write(std::string_view(buffer_.get(), length_));
  length_ = 0;
}

void JsonWriter::begin_object() {
  separator();
  buffer_[length_++] = '{';
  first_ = true;
}

void JsonWriter::begin_object(std::string_view key) {
  write_key(key);
  buffer_[length_++] = '{';
  first_ = true;
}

void JsonWriter::end_object() {
  reserve();
  buffer_[length_++] = '}';
  first_ = false;
}

void JsonWriter::begin_array(std::string_view key) {
  write_key(key);
  buffer_[length_++] = '[';
  first_ = true;
}

void JsonWriter::begin_array() {
  separator();
  buffer_[length_++] = '[';
  first_ = true;
}

void JsonWriter::end_array() {
  reserve();
  buffer_[length_++] = ']';
  first_ = false;
}

void JsonWriter::number(std::string_view key, std::uint64_t value) {
  write_key(key);
  digits(value);
}

void JsonWriter::number(std::uint64_t value) {
  separator();
  digits(value);
}

void JsonWriter::signed_number(std::string_view key, std::int64_t value) {
  write_key(key);
  if (value < 0) raw("-");
  digits(value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
}

void JsonWriter::number_or_null(std::string_view key, bool known, std::uint64_t value) {
  if (known) {
    number(key, value);
  } else {
    null(key);
  }
}

void JsonWriter::seconds(std::string_view key, double value) {
  char text[32];
  const int length = std::snprintf(text, sizeof(text), "%.6g", value);
  write_key(key);
  raw(std::string_view(text, static_cast<std::size_t>(length)));
}

void JsonWriter::real(std::string_view key, double value) {
  // The shortest text that is read back as the same value.
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof(text), value);
  write_key(key);
  raw(std::string_view(text, static_cast<std::size_t>(end.ptr - text)));
}

void JsonWriter::boolean(std::string_view key, bool value) {
  write_key(key);
  raw(value ? "true" : "false");
}

void JsonWriter::null(std::string_view key) {
  write_key(key);
  raw("null");
}

void JsonWriter::string(std::string_view key, std::string_view value) {
  write_key(key);
  quoted(value);
}

void JsonWriter::string(std::string_view value) {
  separator();
  quoted(value);
}

}  // namespace json_writer
