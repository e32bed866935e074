#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# namespaces.sh PROGRAM: runs a search and an experiment over three hosts: network namespaces on this machine, each with
# a host name and an address of its own, joined by a bridge. Needs root, ip (iproute2) and mpirun.
set -euo pipefail

program=$(readlink -f "$1")
work=$(mktemp -d)
name=banyan$$

clean_up() {
  local host
  for host in wire 1 2 3; do ip netns delete "$name-$host" 2>/dev/null || true; done
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

ip netns add "$name-wire"
ip -n "$name-wire" link add bridge type bridge
ip -n "$name-wire" link set bridge up
for host in 1 2 3; do
  ip netns add "$name-$host"
  ip -n "$name-$host" link set lo up
  ip -n "$name-$host" link add eth0 type veth peer name "port$host" netns "$name-wire"
  ip -n "$name-$host" address add "10.99.0.$host/24" dev eth0
  ip -n "$name-$host" link set eth0 up
  ip -n "$name-wire" link set "port$host" master bridge up
done

# What ssh is elsewhere: agent ADDRESS COMMAND...
cat >"$work/agent" <<AGENT
#!/bin/sh
host=\${1##*.}
shift
exec ip netns exec $name-\$host unshare --uts sh -c "hostname host\$host; \$*"
AGENT
chmod +x "$work/agent"
printf '10.99.0.%s slots=1\n' 1 2 3 >"$work/hostfile"

# on_hosts COMMAND...: under mpirun, a rank on each host.
on_hosts() {
  ip netns exec "$name-1" unshare --uts sh -c 'hostname host1; exec "$@"' sh \
    mpirun --allow-run-as-root --hostfile "$work/hostfile" -np 3 --map-by node --mca plm_rsh_agent "$work/agent" \
    --mca btl tcp,self --mca btl_tcp_if_include 10.99.0.0/24 --mca oob_tcp_if_include 10.99.0.0/24 \
    --mca mpi_yield_when_idle 1 "$@"
}

echo "hosts: $(on_hosts hostname | sort | tr '\n' ' ')"
[[ $(on_hosts hostname | sort | tr '\n' ' ') == "host1 host2 host3 " ]]

found() { grep -o '"score":[0-9.]*,"moves":[][0-9,]*,"playouts":[0-9]*' "$1"; }
on_hosts "$program" solve samegame --algorithm nrpa:level=2,n=30 --json >"$work/hosts.json"
"$program" solve samegame --algorithm nrpa:level=2,n=30 --threads 3 --json >"$work/threads.json"
diff <(found "$work/hosts.json") <(found "$work/threads.json")
grep -q '"ranks":3' "$work/hosts.json"
echo "three hosts found what three threads find: $(found "$work/hosts.json" | cut -c 1-40)..."

cat >"$work/small.toml" <<'TOML'
title = "Small"
[players]
flat = "flat:iterations=50"
[[grid]]
title = "One"
game = "havannah:size=4"
a = "uct:iterations=50"
b = "flat"
games = 20
TOML
on_hosts "$program" experiment run "$work/small.toml" --store "$work/store" | tail -n 1 | tee "$work/status"
grep -q '20 of 20 games' "$work/status"

# A rank is killed; what it had found is on disk, and the same command goes on from there.
on_hosts "$program" solve samegame --algorithm nrpa:level=9 --checkpoint "$work/best" --json >"$work/killed.json" 2>&1 &
search=$!
for _ in $(seq 300); do
  [[ -f $work/best && -f $work/best.1 && -f $work/best.2 ]] && break
  sleep 0.1
done
for process in $(ip netns pids "$name-3"); do
  if [[ $(readlink "/proc/$process/exe") == "$program" ]]; then kill -KILL "$process"; fi
done
if wait "$search"; then
  echo "mpirun did not notice that a rank had died" >&2
  exit 1
fi
score() { sed -E 's/.*"score":([0-9]+).*/\1/' "$1"; }
before=$(for file in "$work/best" "$work/best.1" "$work/best.2"; do score "$file"; done | sort -n | tail -n 1)
on_hosts "$program" solve samegame --algorithm nrpa:level=9 --checkpoint "$work/best" --seconds 0.001 --json >"$work/again.json"
after=$(score "$work/again.json")
echo "best before a rank was killed: $before; after the search went on: $after"
((after >= before))
