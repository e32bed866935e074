#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh BUILD_FOLDER COMPILER: installs the library into a fresh folder, builds the project beside this script
# against it, and runs that.
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$1" --prefix "$work/prefix" >"$work/install.log"
if grep _test "$work/install.log"; then
  echo "tests must not be installed" >&2
  exit 1
fi
cmake -S "$here" -B "$work/build" -G Ninja -D CMAKE_PREFIX_PATH="$work/prefix" -D CMAKE_CXX_COMPILER="$2"
cmake --build "$work/build"
diff <("$work/build/consumer") <(echo "36 legal moves")
