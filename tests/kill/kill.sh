#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill.sh PROGRAM COUNT [SEED]: ends the program with SIGKILL at random times, COUNT times each while it plays a match,
# an experiment, a survey, tunes, solves, builds a book and imports, and starts the same command again each time. What is finished must
# stay, nothing may be there twice, and the result must be that of a run that nobody has disturbed. All work is limited
# by iterations; what carries a time, a date or a version is left out of the comparison.
set -euo pipefail
export LC_ALL=C

program=$(readlink -f "$1")
count=$2
RANDOM=${3:-1}
sources=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"

fail() {
  echo "kill.sh: $*" >&2
  exit 1
}

# ---- The commands. Each runs in a folder of its own: start_NAME does the work, held_NAME prints what is finished so
# far, a line each, in an order of its own, and result_NAME what is there at the end.

# stored_games STORE: a line per game, with the settings of its match before it. Reads a copy: to bring a store that was
# left in the middle of something in order is for the next start of the command.
stored_games() {
  [[ -s $1 ]] || return 0
  rm -rf "$work/copy" && mkdir "$work/copy" && cp "$1"* "$work/copy"
  "$program" store export "$work/exported" --store "$work/copy/$1" >/dev/null || {
    # A store that was only just created may have nothing to show.
    [[ ! -s $work/before ]]
    return
  }
  awk -F '\t' '
    $0 == "match" { key = ""; lines = 8; next }
    lines > 0 { key = key $0 " "; --lines; next }
    /^banyan-games/ || /^version / { next }
    { print key, $1, $2, $3, $4, $5, $6, $11, $12 }' "$work/exported" | sort
}

start_match() {
  exec "$program" match --game havannah:size=4 --a rave:iterations=2000 --b uct:iterations=1500 --games 80 --concurrency 2 \
    --openings random:2 --store games.db
}
held_match() { stored_games games.db; }
result_match() { held_match; }

start_experiment() {
  cat >experiment.toml <<'TOML'
title = "Killed"
[players]
rave = "rave:iterations={n}"
uct = "uct:iterations=1000"
[[grid]]
title = "Sizes"
game = "havannah:size={size}"
games = 10
a = "rave"
b = "uct"
n = [500, 1500]
size = [3, 4, 5]
TOML
  exec "$program" experiment run experiment.toml --concurrency 2 --store games.db
}
held_experiment() { stored_games games.db; }
result_experiment() {
  held_experiment
  cat results/experiment.csv
  rm -f read.db
  "$program" store import results/experiment.games --store read.db >/dev/null
  stored_games read.db
}

start_survey() {
  cat >survey.toml <<'TOML'
title = "Killed"
[[search]]
title = "Levels"
runs = 8
game = "samegame:board={board}"
algorithm = "nrpa:level=2,n={n},iterations=2500"
board = [1, 2]
n = [20, 50]
TOML
  exec "$program" experiment run survey.toml --concurrency 2
}
held_survey() {
  [[ -f results/survey.jsonl ]] || return 0
  sed -E 's/"(lost_)?seconds":[^,]*,//g; s/"version":"[^"]*"//; s/\[([0-9]+),[^],]*,([^],]*)\]/[\1,\2]/g' \
    results/survey.jsonl | sort
}
result_survey() { held_survey; }

# One whole search, as it has no limit. Its checkpoint is what is finished, and only its end is the same for all.
start_solve() {
  exec "$program" solve samegame --algorithm nrpa:level=3,n=56 --checkpoint checkpoint --seed 3
}
held_solve() { :; }
result_solve() { grep -oE '"score":[^]]*\]' checkpoint | head -n 1; }

start_tune() {
  exec "$program" tune --game havannah:size=4 --player rave:iterations=1500 --over r=20:500 --points 4 --games 120 \
    --concurrency 2 --store games.db --json >answer
}
held_tune() { stored_games games.db; }
result_tune() {
  held_tune
  cat answer
}

start_book() {
  exec "$program" book build poly_y --size 4 --player rave:iterations=300 --explore depth=3,position_games=4,fresh_games=8 \
    --games 1200 --concurrency 2 --store games.db --out book
}
held_book() { stored_games games.db; }
result_book() {
  held_book
  cat book
}

start_import() { exec "$program" store import "$sources/experiments/results/havannah_table1.games" --store games.db; }
held_import() { stored_games games.db; }
result_import() { held_import; }

# ---- Ending them ----

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# begin NAME: starts the command in the background; $running is the program itself, not a shell around it.
begin() {
  "start_$1" >"$work/output" 2>&1 &
  running=$!
}

# finish: waits for it, and leaves its exit status in $status.
finish() {
  status=0
  wait "$running" 2>/dev/null || status=$?
}

# check_held NAME: puts what is finished into $work/held. What was finished before is in it, nothing is twice, and nothing
# that the undisturbed run does not have.
check_held() {
  "held_$1" >"$work/held" || fail "$1: what is finished cannot be read"
  [[ -z $(uniq -d "$work/held") ]] || fail "$1: there twice: $(uniq -d "$work/held" | head -n 1)"
  [[ -z $(comm -23 "$work/before" "$work/held") ]] || fail "$1: lost: $(comm -23 "$work/before" "$work/held" | head -n 1)"
  [[ -z $(comm -23 "$work/held" "$work/$1.held") ]] ||
    fail "$1: not in the undisturbed run: $(comm -23 "$work/held" "$work/$1.held" | head -n 1)"
}

# check_end NAME: the command has come to its own end.
check_end() {
  "result_$1" >"$work/result"
  cmp -s "$work/result" "$work/$1.result" ||
    fail "$1: another result than undisturbed: $(diff "$work/$1.result" "$work/result" | head -n 5)"
  local left
  left=$(find . -name '*.tmp*')
  [[ -z $left ]] || fail "$1: temporary files are left: $left"
}

# in_new_folder NAME
in_new_folder() {
  cd "$work"
  rm -rf "${work:?}/$1"
  mkdir "$1"
  cd "$1"
  : >"$work/before"
}

kill_it() {
  local name=$1 killed=0 ended=0 start length after
  in_new_folder "$name"
  start=$(milliseconds)
  begin "$name"
  finish
  ((status == 0)) || fail "$name: undisturbed, status $status: $(tail -n 1 "$work/output")"
  length=$(($(milliseconds) - start))
  "held_$name" >"$work/$name.held"
  "result_$name" >"$work/$name.result"

  in_new_folder "$name"
  while true; do
    begin "$name"
    if ((killed < count)); then
      # Half of the whole length at most, so that a command is ended several times before it reaches its own end.
      after=$((length * RANDOM / 65536))
      sleep "$(printf '%d.%03d' $((after / 1000)) $((after % 1000)))"
      kill -KILL "$running" 2>/dev/null || true
    fi
    finish
    if ((status == 137)); then
      killed=$((killed + 1))
      check_held "$name"
      mv "$work/held" "$work/before"
    elif ((status == 0)); then
      ended=$((ended + 1))
      check_held "$name"
      check_end "$name"
      ((killed < count)) || break
      in_new_folder "$name"
    else
      fail "$name: status $status after it was killed $killed times: $(tail -n 1 "$work/output")"
    fi
  done
  echo "$name: killed $killed times, came to its end $ended times; undisturbed it takes $length ms"
}

for name in match experiment survey solve tune book import; do kill_it "$name"; done
