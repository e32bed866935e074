#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a bare Debian 12 in a folder, clones the tree (what is committed) into it and runs the two commands of the
# README there. Needs root. The new system uses the mirrors, proxy, name server and certificates of this one; it is
# unpacked anew every time from build/bare_debian.tar, which is kept.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "$0")")")
release=bookworm
archive=$root/build/bare_debian.tar
mkdir -p "$root/build"
work=$(mktemp -d -p "$root/build" bare_debian.XXXXXX)
system=$work/system

clean_up() {
  local place
  for place in proc dev/pts; do
    if mountpoint -q "$system/$place"; then umount -l "$system/$place"; fi
  done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

if [[ ! -f $archive ]]; then
  apt-get update -qq
  # shellcheck disable=SC2016  # the variables are apt's
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' \
    'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u >"$work/sources"
  mirror=$(awk -v release=$release '$2 == release { print $1; exit }' "$work/sources")
  [[ -n $mirror ]] || {
    echo "no mirror of Debian $release in this system's apt sources" >&2
    exit 1
  }
  debootstrap --variant=minbase $release "$system" "$mirror"
  awk '{ print "deb", $1, $2, "main" }' "$work/sources" >"$system/etc/apt/sources.list"
  rm -rf "$system"/var/cache/apt/archives/*.deb
  tar -cf "$work/archive" -C "$system" .
  mv "$work/archive" "$archive"
else
  mkdir "$system"
  tar -xpf "$archive" -C "$system"
fi

apt-config dump | grep -E '^Acquire::(https?|Check-Valid-Until)' >"$system/etc/apt/apt.conf.d/90host" || true
cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
certificates=()
if [[ -n ${NODE_EXTRA_CA_CERTS:-} ]]; then # those that npm needs where a proxy signs with its own
  cp -L "$NODE_EXTRA_CA_CERTS" "$system/etc/host-certificates.crt"
  certificates=(NODE_EXTRA_CA_CERTS=/etc/host-certificates.crt)
fi
mount -t proc proc "$system/proc"
mount --bind /dev/pts "$system/dev/pts" # a booted Debian has terminals
git clone --quiet --no-hardlinks "file://$root" "$system/root/banyan"

in_system() {
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${http_proxy:+http_proxy="$http_proxy"} \
    "${certificates[@]}" chroot "$system" "$@"
}
in_system /root/banyan/run search havannah --size 6 --player rave:iterations=10000 --seed 1
in_system /root/banyan/test
