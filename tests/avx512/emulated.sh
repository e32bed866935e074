#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests of SameGame on an emulated processor with AVX-512, for machines that have none: a Linux kernel of Debian's
# with one program, in Bochs. About three minutes. Needs build/release, and network to fetch the kernel once.
#   tests/avx512/emulated.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

out=build/avx512
mkdir -p "$out/objects" "$out/root/dev" "$out/iso/isolinux"

# Step 1. The tests, without anything that a processor of another kind may lack.
flags=(-std=c++20 -O2 -ffp-contract=off -Wno-psabi -DFMT_HEADER_ONLY -Isrc -I.)
avx2=(-mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt)
compile() { g++ "${flags[@]}" "${@:2}" -c "$1" -o "$out/objects/$(basename "$1").o"; }
for file in src/games/samegame/{board,kernel,samegame,samegame_test}.cpp src/game/board_view.cpp \
  src/core/{text,params,math,clock}.cpp \
  build/release/standard_text.cpp tests/avx512/main.cpp; do
  compile "$file"
done
compile src/games/samegame/kernel_avx2.cpp "${avx2[@]}"
compile src/games/samegame/kernel_avx512.cpp "${avx2[@]}" -mavx512f -mavx512bw -mavx512vl
g++ -static "$out"/objects/*.o -lgmock -lgtest -lpthread -o "$out/root/test" 2>"$out/link.log"
g++ -O1 -static tests/avx512/init.cpp -o "$out/root/init"

# Step 2. A disc to start from.
if [[ ! -e $out/kernel ]]; then
  package=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image-.*\)/\1/p' | head -n 1)
  (cd "$out" && apt-get download "$package" && dpkg-deb -x "$package"_*.deb unpacked)
  cp "$out"/unpacked/boot/vmlinuz-* "$out/kernel"
fi
cp "$out/kernel" "$out/iso/vmlinuz"
[[ -e $out/root/dev/console ]] || mknod "$out/root/dev/console" c 5 1
(cd "$out/root" && find . | cpio --quiet -o -H newc) >"$out/iso/initrd"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$out/iso/isolinux"
# Bochs misstates the size of what XSAVEC and XSAVES save, upon which Linux would do without AVX: both are hidden from it.
cat >"$out/iso/isolinux/isolinux.cfg" <<'END'
default linux
label linux
 kernel /vmlinuz
 append initrd=/initrd console=ttyS0 mitigations=off panic=-1 tsc=reliable clearcpuid=321,323 quiet
END
xorriso -as mkisofs -quiet -o "$out/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
  -boot-load-size 4 -boot-info-table "$out/iso"

# Step 3. The machine. What it prints goes to a file; Bochs itself wants a terminal and the command to continue.
rm -f "$out/serial.txt"
cat >"$out/bochsrc" <<END
cpu: model=corei7_skylake_x, count=1, ips=100000000, reset_on_triple_fault=0
megs: 512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/vgabios/vgabios.bin
ata0-master: type=cdrom, path=$out/disc.iso, status=inserted
boot: cdrom
display_library: term
com1: enabled=1, mode=file, dev=$out/serial.txt
clock: sync=none
log: $out/bochs.log
panic: action=report
error: action=ignore
info: action=ignore
END
echo c >"$out/continue"
TERM=xterm script -qc "timeout 1500 bochs -q -f $out/bochsrc -rc $out/continue" /dev/null >"$out/terminal.txt" </dev/null &
machine=$!
for ((i = 0; i < 750; ++i)); do
  if grep -q '^test ended with' "$out/serial.txt" 2>/dev/null || ! kill -0 $machine 2>/dev/null; then break; fi
  sleep 2
done
pkill -P $machine -f bochs || true
kill $machine 2>/dev/null || true

grep -a '^kernel' "$out/serial.txt"
grep -a -q '^kernel AVX-512' "$out/serial.txt"
grep -a -E '^\[  (PASSED|FAILED)|^test ended' "$out/serial.txt"
grep -a -q '^test ended with 0' "$out/serial.txt"
