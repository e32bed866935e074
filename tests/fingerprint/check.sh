#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh BUILD_FOLDER...: under each of these builds `banyan bench` must print what bench.txt says, to the last letter.
set -euo pipefail

golden=$(dirname "$(readlink -f "$0")")/bench.txt
status=0
for build in "$@"; do
  if changed=$(diff --unchanged-line-format= --old-line-format='- %L' --new-line-format='+ %L' \
    "$golden" <("$build/banyan" bench)); then
    echo "$build: the same"
  else
    status=1
    echo "$build: searches have changed; - is what they were, + what they are:"
    echo "$changed"
  fi
done
if ((status != 0)); then
  echo "If the change is meant: $1/banyan bench > tests/fingerprint/bench.txt, and say in the commit why."
fi
exit $status
