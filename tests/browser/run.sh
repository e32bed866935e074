#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays on the page in Debian's Chromium, against a server of its own with an empty store:
#   tests/browser/run.sh PROGRAM [--dev] [NAME..]
#   tests/browser/run.sh PROGRAM [--dev] --screenshots DIR
#   tests/browser/run.sh PROGRAM --paint [TIMES]
# --dev takes the page from apps/web/page/dist in place of the one inside the program. With names, only the tests whose titles
# contain one of them run. The last line is `N passed, N failed`. --screenshots writes pictures of the page in place of testing it, --paint measures how
# soon something is seen.
set -euo pipefail
program=$(realpath "$1")
shift
here=$(dirname "$(realpath "$0")")
if [[ ! -d $here/node_modules ]]; then
  (cd "$here" && npm ci --no-audit --no-fund >/dev/null)
fi
scratch=$(mktemp -d)
pids=()
finish() {
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$scratch"
}
trap finish EXIT

# The address that a server prints once it listens.
address_in() {
  local found
  for _ in {1..100}; do
    found=$(grep -o 'http://[0-9.]*:[0-9]*/' "$1" | head -n 1) && { echo "$found"; return; }
    sleep 0.1
  done
  echo "no server: $(cat "$1")" >&2
  return 1
}

# For servers of a test's own.
export BANYAN_PROGRAM=$program BANYAN_SCRATCH=$scratch BANYAN_DEV=
if [[ ${1:-} == --dev ]]; then
  shift
  BANYAN_DEV=yes
fi
if [[ ${1:-} == --screenshots ]]; then
  node "$here/screenshots.mjs" "$(realpath "$2")"
  exit
fi
"$program" serve --port 0 --data "$scratch/games.db" >"$scratch/serve.log" 2>&1 &
pids+=($!)
address=$(address_in "$scratch/serve.log")
if [[ $BANYAN_DEV ]]; then
  node "$here/../../apps/web/page/dev.mjs" --port 0 --server "${address%/}" >"$scratch/dev.log" 2>&1 &
  pids+=($!)
  address=$(address_in "$scratch/dev.log")
fi
if [[ ${1:-} == --paint ]]; then
  shift
  node "$here/paint.mjs" "$address" "$@"
  exit
fi
node "$here/tests.mjs" "$address" "$@"
