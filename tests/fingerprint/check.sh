#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh BUILD_FOLDER...: `banyan bench` must print the same, to the last letter, under each of these builds.
set -euo pipefail

expected=$("$1/banyan" bench)
[[ -n $expected ]] || { echo "$1/banyan bench prints nothing"; exit 1; }
echo "$1:"
echo "$expected"

status=0
for build in "${@:2}"; do
  if diff -u --label "$1" --label "$build" <(echo "$expected") <("$build/banyan" bench); then
    echo "$build: the same"
  else
    status=1
  fi
done
exit $status
