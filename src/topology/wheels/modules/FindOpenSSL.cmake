# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# A stand-in: the wheels bring the libraries, and nothing here is compiled against their headers.
#
# CMake looks for this name, and there is nothing to be found.
# lint_cmake: -convention/filename, -package/consistency
set(OPENSSL_FOUND TRUE)
set(OpenSSL_FOUND TRUE)
foreach(part SSL Crypto)
  if(NOT TARGET OpenSSL::${part})
    add_library(OpenSSL::${part} INTERFACE IMPORTED)
  endif()
endforeach()
