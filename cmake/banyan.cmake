# SPDX-License-Identifier: MIT
# Flags every target shares, and one function that turns a folder into a library.

add_library(banyan_flags INTERFACE)
target_compile_options(banyan_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # A fingerprint must not depend on whether the processor can fuse a multiply and an add.
  -ffp-contract=off
  # A square root is one instruction when nobody asks for errno.
  -fno-math-errno
  # GNU vector types are used inside functions only; how they would be passed between them does not matter.
  -Wno-psabi
  # g++ 12 warns of overlaps in std::string that cannot be (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# A compiler that never tidies up its memory takes a twentieth less time, and a third more memory.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
if(memory GREATER 15000 AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(banyan_flags INTERFACE "SHELL:--param ggc-min-heapsize=4000000")
endif()
if(BANYAN_NATIVE)
  target_compile_options(banyan_flags INTERFACE -march=native)
endif()

# banyan_precompile(target header..): compiles these headers once for all sources of the target.
# banyan_precompile(target REUSE_FROM other): the sources of another with the same options have them already.
function(banyan_precompile target)
  if(ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
  # Without the first, ccache cannot tell whether a precompiled header has changed. g++ 12 takes such a header for the
  # project's own and finds overflows in the std::string of its library that cannot be.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread> $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# banyan_compile_together(target): what its files include is read once for all of them.
function(banyan_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BANYAN_UNITY} UNITY_BUILD_BATCH_SIZE 9)
  # g++ takes a file that is included by another for a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# banyan_compile_soon(target): for code in which a program spends no time; the compiler need not spend much either.
function(banyan_compile_soon target)
  banyan_compile_together(${target})
  target_compile_options(${target} PRIVATE $<IF:$<CONFIG:Debug>,-O0,-O1>)
endfunction()

# banyan_library(name [LINKS targets]): src/name/**/*.cpp becomes banyan::name; **/*_test.cpp are collected for
# tests/CMakeLists.txt in the global property banyan_test_sources.
function(banyan_library name)
  cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  set_property(GLOBAL APPEND PROPERTY banyan_test_sources ${tests})
  if(sources)
    add_library(banyan_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(banyan_${name} PRIVATE $<BUILD_INTERFACE:banyan_flags>)
    # Coverage counts for the fuzzers in tests/fuzz.
    target_compile_options(banyan_${name} PRIVATE $<$<BOOL:${BANYAN_FUZZ}>:-fsanitize=fuzzer-no-link>)
  else()
    add_library(banyan_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(banyan::${name} ALIAS banyan_${name})
  set_target_properties(banyan_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(banyan_${name} ${scope} cxx_std_20)
  target_include_directories(banyan_${name} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/banyan>)
  target_link_libraries(banyan_${name} ${scope} ${arg_LINKS})
  install(TARGETS banyan_${name} EXPORT banyanTargets)
endfunction()

# banyan_embed_text(name file namespace variable): the text of a file becomes `const char* const namespace::variable`.
function(banyan_embed_text name file text_namespace text_name)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
  file(READ ${PROJECT_SOURCE_DIR}/${file} text)
  set(text_file ${file})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/text.cpp.in ${PROJECT_BINARY_DIR}/${text_name}.cpp @ONLY)
  target_sources(banyan_${name} PRIVATE ${PROJECT_BINARY_DIR}/${text_name}.cpp)
endfunction()

# What find_package(banyan) needs in another project: the targets banyan::core, ..., banyan::arena.
function(banyan_install_package)
  include(CMakePackageConfigHelpers)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/banyan)
  install(EXPORT banyanTargets NAMESPACE banyan:: DESTINATION ${destination})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/banyanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/banyanConfig.cmake.in ${PROJECT_BINARY_DIR}/banyanConfig.cmake @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/banyanConfig.cmake ${PROJECT_BINARY_DIR}/banyanConfigVersion.cmake
          DESTINATION ${destination})
endfunction()
