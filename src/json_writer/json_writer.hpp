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
  virtual void Write(std::string_view text) = 0;
};

/// Writes JSON lines into a fixed buffer, without allocating. A line is handed to the sink when it
/// ends, or in pieces when it is longer than the buffer.
class JsonWriter {
 public:
  explicit JsonWriter(TextSink* sink);

  /// Begins a line: an object with a `type`.
  void BeginLine(std::string_view type);
  /// Begins a line: an object that is told from others by the value of another key.
  void BeginLine(std::string_view key, std::string_view value);
  /// Ends the line and hands it over.
  void EndLine();

  void BeginObject();
  void BeginObject(std::string_view key);
  void EndObject();
  void BeginArray(std::string_view key);
  /// An array in an array.
  void BeginArray();
  void EndArray();

  void Number(std::string_view key, std::uint64_t value);
  /// An element of an array.
  void Number(std::uint64_t value);
  void SignedNumber(std::string_view key, std::int64_t value);
  void NumberOrNull(std::string_view key, bool known, std::uint64_t value);
  void Seconds(std::string_view key, double value);
  /// With all the digits that it has.
  void Real(std::string_view key, double value);
  void Boolean(std::string_view key, bool value);
  void Null(std::string_view key);
  void String(std::string_view key, std::string_view value);
  /// An element of an array.
  void String(std::string_view value);

 private:
  static constexpr std::size_t kCapacity = 64 * 1024;
  static constexpr std::size_t kReserve = 512;  ///< Room every single token fits into.

  void Reserve();
  void Raw(std::string_view text);
  void Key(std::string_view key);
  void Separator();
  void Digits(std::uint64_t value);
  void Quoted(std::string_view value);

  TextSink* sink_;
  std::unique_ptr<char[]> buffer_;
  std::size_t length_ = 0;
  bool first_ = true;  ///< Nothing stands yet in the innermost object or array.
};

}  // namespace json_writer

#endif  // JSON_WRITER__JSON_WRITER_HPP_
