// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core_binding.hpp"
#include "own_arguments.hpp"

namespace composed_process {

namespace {

bool parse_core(const std::string& text, std::optional<int>* core, std::string* error) {
  const std::optional<int> number = whole_number(text);
  if (!number) {
    *error = text.empty() ? "no core follows the @" : "no core has the number " + text;
    return false;
  }
  const std::vector<int> cores = usable_cores();
  if (std::find(cores.begin(), cores.end(), *number) == cores.end()) {
    *error = "core " + text + " is not among those of this process:";
    for (const int usable : cores) *error += " " + std::to_string(usable);
    return false;
  }
  *core = number;
  return true;
}

}  // namespace

std::string loop_help(bool loads_later) {
  return std::string("  --loop ") + kLoopForm + R"(
                   an executor for these nodes, whose threads run on that core only; once for
                   each loop. * stands for all other nodes; without it )" +
         (loads_later ? "these are not loaded\n" : "there must be none\n");
}

std::string full_name_of(const std::string& name) {
  return name.empty() || name.front() == '/' ? name : "/" + name;
}

std::string full_name_in(const std::string& space, const std::string& name) {
  if (space.empty() || space == "/") return "/" + name;
  return full_name_of(space) + "/" + name;
}

bool Placement::add(const std::string& text, std::string* error) {
  const auto refuse = [&](const std::string& why) {
    *error = "--loop " + text + ": " + why;
    return false;
  };
  Loop loop;
  std::string names = text;
  if (const std::size_t at = names.find('@'); at != std::string::npos) {
    std::string wrong;
    if (!parse_core(names.substr(at + 1), &loop.core, &wrong)) return refuse(wrong);
    names.resize(at);
  }
  // One more comma shows a name that is missing at the end.
  std::istringstream words(names + ",");
  for (std::string name; std::getline(words, name, ',');) {
    if (name.empty()) return refuse(std::string("a node's name is empty; give ") + kLoopForm);
    if (name != kOthers) name = full_name_of(name);
    const bool is_here = std::find(loop.nodes.begin(), loop.nodes.end(), name) != loop.nodes.end();
    if (is_here || loop_that_names(name)) return refuse(name + " has a loop already");
    loop.nodes.push_back(name);
  }
  loops_.push_back(std::move(loop));
  return true;
}

std::optional<std::size_t> Placement::loop_of(const std::string& full_name) const {
  const std::optional<std::size_t> named = loop_that_names(full_name);
  return named ? named : loop_that_names(kOthers);
}

std::optional<std::size_t> Placement::loop_that_names(const std::string& name) const {
  for (std::size_t index = 0; index < loops_.size(); ++index) {
    const auto& nodes = loops_[index].nodes;
    if (std::find(nodes.begin(), nodes.end(), name) != nodes.end()) return index;
  }
  return std::nullopt;
}

std::string Placement::mistake_for(const std::vector<std::string>& full_names) const {
  for (const Loop& loop : loops_) {
    for (const std::string& node : loop.nodes) {
      if (node == kOthers) continue;
      if (std::find(full_names.begin(), full_names.end(), node) == full_names.end()) {
        return "--loop names " + node + ", which is no node of this process";
      }
    }
  }
  for (const std::string& node : full_names) {
    if (!loop_of(node)) return "no --loop names " + node;
  }
  return {};
}

}  // namespace composed_process
