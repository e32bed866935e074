# SPDX-License-Identifier: MIT
# Installed; read by find_package(banyan) of another project.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/banyanTargets.cmake)
