// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef JSON_WRITER__JSON_WRITER_HPP_
#define JSON_WRITER__JSON_WRITER_HPP_

#include <cstdint>
#include <memory>
#include <string_view>

namespace json_writer {

/// Where finished text goes.
class TextSink {
 public:
  virtual ~TextSink() = default;
  /// Takes `text` before returning.
  virtual void write(std::string_view text) = 0;
};

/// Writes JSON lines into a fixed buffer, without allocating. A line is handed to the sink when it
/// ends, or in pieces when it is longer than the buffer.
class JsonWriter {
 public:
  explicit JsonWriter(TextSink* sink);

  /// Begins a line: an object with a `type`.
  void begin_line(std::string_view type);
  /// Begins a line: an object that is told from others by the value of another key.
  void begin_line(std::string_view key, std::string_view value);
  /// Ends the line and hands it over.
  void end_line();

  void begin_object();
  void begin_object(std::string_view key);
  void end_object();
  void begin_array(std::string_view key);
  /// An array in an array.
  void begin_array();
  void end_array();

  void number(std::string_view key, std::uint64_t value);
  /// An element of an array.
  void number(std::uint64_t value);
  void signed_number(std::string_view key, std::int64_t value);
  void number_or_null(std::string_view key, bool known, std::uint64_t value);
  void seconds(std::string_view key, double value);
  /// With all the digits that it has.
  void real(std::string_view key, double value);
  void boolean(std::string_view key, bool value);
  void null(std::string_view key);
  void string(std::string_view key, std::string_view value);
  /// An element of an array.
  void string(std::string_view value);

 private:
  static constexpr std::size_t kCapacity = 64 * 1024;
  static constexpr std::size_t kReserve = 512;  ///< Room every single token fits into.

  void reserve();
  void raw(std::string_view text);
  void write_key(std::string_view key);
  void separator();
  void digits(std::uint64_t value);
  void quoted(std::string_view value);

  TextSink* sink_;
  std::unique_ptr<char[]> buffer_;
  std::size_t length_ = 0;
  bool first_ = true;  ///< Nothing stands yet in the innermost object or array.
};

}  // namespace json_writer

#endif  // JSON_WRITER__JSON_WRITER_HPP_
