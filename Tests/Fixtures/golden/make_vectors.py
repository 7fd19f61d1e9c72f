#!/usr/bin/env python3
"""Golden bytes of the log, made by an encoder that is not ours (cbor2, canonical mode).

    make_vectors.py            writes vectors.tsv beside this file
    make_vectors.py --check    compares vectors.tsv with what cbor2 makes now; exit code 1 where they differ

vectors.tsv has one vector a line: name, the value as Python writes it, the bytes in hexadecimal. The
tests read it and compare; the byte layouts are those of docs/format.md.
"""

import pathlib
import struct
import sys

import cbor2

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE / "vectors.tsv"


def canonical(value):
    """RFC 8949 section 4.2.1; our maps have unsigned keys only, for which the older RFC 7049 order is the same."""
    return cbor2.dumps(value, canonical=True)


def instant(seconds):
    """An instant is the eight bytes of its IEEE double, so that what was set reads back equal."""
    return struct.pack(">d", seconds)


def primitives():
    """The heads and the values that the codec uses, at every boundary of a head's length."""
    for n in (0, 1, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1, 2**64 - 1):
        yield f"uint {n}", n
    for n in (-1, -24, -25, -256, -257, -65536, -65537, -(2**31), -(2**32), -(2**32) - 1, -(2**63)):
        yield f"nint {n}", n
    for size in (0, 1, 23, 24, 255, 256):
        yield f"bytes of {size}", bytes(i % 251 for i in range(size))
        yield f"text of {size}", "x" * size
    yield "text composed", "Z\u00fcrich"
    yield "text decomposed", "Zu\u0308rich"
    yield "text of many scripts", "Beatrice \u5c71\u5ddd \u0391\u03bb\u03b5\u03be\u03af\u03bf\u03c5 \u0623\u0645\u0644 \U0001f4ee"
    yield "text with NUL", "a\u0000b"
    yield "array empty", []
    yield "array nested", [1, [2, [3, []]]]
    yield "map empty", {}
    yield "map unordered", {300: "d", 1: "a", 24: "c", 2: "b", 65536: "e"}
    yield "bools", [False, True]
    yield "instant", instant(-978307200.25)


def vectors():
    yield from primitives()


def text():
    lines = []
    for name, value in vectors():
        lines.append(f"{name}\t{ascii(value)}\t{canonical(value).hex()}\n")
    return "".join(lines)


def main():
    made = text()
    if sys.argv[1:] == ["--check"]:
        if not VECTORS.exists() or VECTORS.read_text(encoding="ascii") != made:
            print("make_vectors.py: vectors.tsv is not what cbor2 makes", file=sys.stderr)
            return 1
        print(f"{len(made.splitlines())} vectors are what cbor2 {getattr(cbor2, '__version__', '')} makes")
        return 0
    VECTORS.write_text(made, encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
