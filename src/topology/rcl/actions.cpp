// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "actions.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace topology {

const Actions& load_actions() {
  static const Actions& actions = []() -> const Actions& {
    void* const library = dlopen(kActionsLibrary, RTLD_NOW | RTLD_LOCAL);
    const void* const symbol = library == nullptr ? nullptr : dlsym(library, kActionsSymbol);
    if (symbol == nullptr) throw std::runtime_error(std::string("actions: ") + dlerror());
    return *static_cast<const Actions*>(symbol);
  }();
  return actions;
}

}  // namespace topology
