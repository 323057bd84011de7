// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__BAD_PARAMETER_HPP_
#define TOPOLOGY__BAD_PARAMETER_HPP_

#include <stdexcept>
#include <string>

namespace topology {

/// A parameter that the user can mend; says which it is and what would be right.
class BadParameter : public std::runtime_error {
 public:
  BadParameter(const std::string& name, const std::string& problem)
      : std::runtime_error("parameter " + name + " " + problem), name_(name), problem_(problem) {}
  /// Of one node among several.
  BadParameter(const std::string& name, const std::string& problem, const std::string& node)
      : std::runtime_error(node + ": parameter " + name + " " + problem),
        name_(name),
        problem_(problem) {}

  const std::string& name() const { return name_; }
  const std::string& problem() const { return problem_; }

 private:
  std::string name_;
  std::string problem_;
};

}  // namespace topology

#endif  // TOPOLOGY__BAD_PARAMETER_HPP_
