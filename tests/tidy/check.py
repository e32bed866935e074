#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clang-tidy over the files that have changed since it last found nothing in them.

check.py        the sources that have changed; headers that have, each with a source that includes it
check.py --all  every source of which anything it includes has changed

clean.txt beside this script remembers what was clean: a line a file, with the hash of its text, and for a source also
that of all it is compiled from. It is committed, so that a clone need not check again what was checked before. Needs the
build folder of the preset `tidy`, configured only. Stopped half-way, it keeps what it has found so far.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLEAN = ROOT / "tests/tidy/clean.txt"
TIDY = "clang-tidy-14"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def sha(data):
    return hashlib.sha1(data).hexdigest()


def read_tree():
    """The text of every C++ file, by its path from the root."""
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.cpp", "*.h"],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return {name: (ROOT / name).read_bytes() for name in names if (ROOT / name).is_file()}


def parts_of(source, tree, known):
    """The files of the tree that a source is compiled from, itself included."""
    parts, waiting = set(), [source]
    while waiting:
        name = waiting.pop()
        if name in parts:
            continue
        parts.add(name)
        if name not in known:
            places = [(f"src/{i}", f"apps/{i}", i, f"tests/{i}", os.path.normpath(f"{os.path.dirname(name)}/{i}"))
                      for i in INCLUDE.findall(tree[name].decode())]
            known[name] = [next((p for p in place if p in tree), None) for place in places]
        waiting += [include for include in known[name] if include]
    return parts


def read_version():
    """The line of its version; the others tell the processor, on which nothing that it finds depends."""
    said = subprocess.run([TIDY, "--version"], check=True, capture_output=True).stdout
    return next(line.strip() for line in said.splitlines() if b"version" in line)


def rules_for(source, version):
    """The hash of what is asked of a source: by the tree, and by the folders it is in."""
    folders = [ROOT / folder for folder in reversed(pathlib.Path(source).parents)]
    configurations = [folder / ".clang-tidy" for folder in folders]
    return sha(version + b"".join(c.read_bytes() for c in configurations if c.exists()))


def read_clean():
    """{file: [hash of its text, hash of all it is compiled from or nothing]}"""
    lines = CLEAN.read_text().splitlines() if CLEAN.exists() else []
    return {line.split()[0]: line.split()[1:] for line in lines}


def tidy(source):
    """Whether the source is clean, and what was said of it."""
    run = subprocess.run([TIDY, "--quiet", "--warnings-as-errors=*", "-p", "build/tidy", source],
                         cwd=ROOT, capture_output=True, text=True, check=False)
    said = [line for line in run.stderr.splitlines() if not re.search(r"warnings? (generated|treated)", line)]
    return run.returncode == 0, run.stdout + "\n".join(said)


def main():
    if sys.argv[1:] not in ([], ["--all"]):
        sys.exit("usage: check.py [--all]")
    check_all = sys.argv[1:] == ["--all"]
    tree = read_tree()
    own = {name: sha(text) for name, text in tree.items()}
    commands = json.loads((ROOT / "build/tidy/compile_commands.json").read_text())
    paths = {os.path.relpath(command["file"], ROOT) for command in commands}
    known = {}
    parts = {name: parts_of(name, tree, known) for name in sorted(paths) if name in tree}
    version = read_version()
    whole = {source: sha(" ".join([rules_for(source, version)] + [own[part] for part in sorted(parts[source])]).encode())
             for source in parts}

    clean = {name: hashes for name, hashes in read_clean().items() if name in tree}
    changed = {name for name in tree if clean.get(name, [""])[0] != own[name]}
    todo = [source for source in parts if source in changed or check_all and clean.get(source, [])[1:] != [whole[source]]]
    covered = set().union(*(parts[source] for source in todo))
    for source in parts:
        if changed & parts[source] - covered:
            todo.append(source)
            covered |= parts[source]

    print(f"{len(todo)} of {len(parts)} sources to check", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, (is_clean, said) in zip(todo, pool.map(tidy, todo)):
            print(f"{source}: {'clean' if is_clean else 'not clean'}", said, sep="\n" if said else "", flush=True)
            failed += not is_clean
            if not is_clean:
                continue
            for part in parts[source] & changed:
                clean[part] = [own[part]] + clean.get(part, [])[1:]
            clean[source] = [own[source], whole[source]]
            beside = CLEAN.with_suffix(f".{os.getpid()}.tmp")
            beside.write_text("".join(f"{name} {' '.join(clean[name])}\n" for name in sorted(clean)))
            beside.replace(CLEAN)
    print(f"{failed} not clean")
    if len(todo) > failed:
        print(f"{CLEAN.relative_to(ROOT)} has changed: commit it")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
