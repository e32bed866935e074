# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Sourced by run and test: installs what is missing, configures and builds. Everything it prints goes to stderr.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# install_packages GROUP...: the packages of these groups of packages.txt that are not there yet. Asks dpkg once, and
# the network only when something is missing. On a system without dpkg, CMake says what it cannot find.
install_packages() {
  command -v dpkg-query >/dev/null || return 0
  local wanted missing apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  mapfile -t wanted < <(awk -v groups=" $* " '/^[^#]/ && index(groups, " " $1 " ") { print $2 }' "$root/packages.txt")
  # shellcheck disable=SC2016  # the variables are dpkg's
  mapfile -t missing < <(
    comm -23 <(printf '%s\n' "${wanted[@]}" | sort) \
      <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' | sort)
  )
  # Node from elsewhere than Debian does as well, and must not get a second one beside it.
  if command -v npm >/dev/null && command -v node >/dev/null; then
    mapfile -t missing < <(printf '%s\n' "${missing[@]}" | grep -vxE 'npm|nodejs|')
  fi
  ((${#missing[@]} > 0)) || return 0

  echo "Installing ${missing[*]}" >&2
  if ((EUID != 0)); then
    command -v sudo >/dev/null || {
      echo "This needs root or sudo; or install the packages above by hand." >&2
      return 1
    }
    apt=(sudo "${apt[@]}")
  fi
  {
    "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
  } >&2 </dev/null
}

# build PRESET TARGET [CMAKE_OPTION...]: configures where there is no build folder yet or options are given.
build() {
  local folder=$root/build/$1 preset=$1 target=$2
  shift 2
  if [[ ! -f $folder/build.ninja || $# -gt 0 ]]; then
    local output
    output=$(cd "$root" && cmake --preset "$preset" "$@" 2>&1 </dev/null) || {
      echo "$output" >&2
      return 1
    }
  fi
  ninja -C "$folder" --quiet "$target" 2>&1 </dev/null | sed -u '/^ninja: no work to do\.$/d' >&2
}
