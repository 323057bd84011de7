// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__PARAMETERS_HPP_
#define TOPOLOGY__PARAMETERS_HPP_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace topology {

/// A parameter's value; the monostate is no value, or an empty list of a type that no parameter of
/// ours has, for an empty list may come as one of any type. Other lists of such types are the
/// double 0.0: no parameter of ours is a double, so it is refused.
using ParameterValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                                    std::vector<std::string>, std::vector<std::int64_t>>;
using ParameterMap = std::map<std::string, ParameterValue>;

/// Reads parameters by name and remembers which were asked for.
/// Every function throws BadParameter for a value of the wrong type or range.
class ParameterReader {
 public:
  explicit ParameterReader(const ParameterMap& parameters) : parameters_(parameters) {}

  bool flag(const std::string& name, bool fallback);
  std::int64_t integer(const std::string& name, std::int64_t fallback, std::int64_t least,
                       std::int64_t most);
  std::string read_text(const std::string& name, const std::string& fallback);
  /// One that must be there.
  std::string read_text(const std::string& name);
  /// One of a set; the index of it.
  std::size_t choice(const std::string& name, std::size_t fallback,
                     const std::vector<std::string>& choices);
  std::vector<std::string> read_texts(const std::string& name);
  /// Names of entities: texts of a-z, 0-9 and _, 255 at most, each once.
  std::vector<std::string> names(const std::string& name);

  /// \throws BadParameter if there is one that nobody asked for.
  void refuse_unknown() const;

 private:
  const ParameterValue* find(const std::string& name);

  const ParameterMap& parameters_;
  std::set<std::string> asked_;
};

}  // namespace topology

#endif  // TOPOLOGY__PARAMETERS_HPP_
