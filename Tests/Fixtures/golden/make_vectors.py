#!/usr/bin/env python3
"""Golden bytes of the log, made by an encoder that is not ours (cbor2, canonical mode).

    make_vectors.py            writes vectors.tsv beside this file
    make_vectors.py --check    compares vectors.tsv with what cbor2 makes now; exit code 1 where they differ

descriptions.json says in plain words what to encode; the numbers of keys, types, properties and labels are
repeated here from docs/format.md, not taken from the Swift code. vectors.tsv has one vector a line: name,
description, bytes in hexadecimal. The tests build the same things in Swift and compare.
"""

import json
import pathlib
import struct
import sys

import cbor2

HERE = pathlib.Path(__file__).resolve().parent
DESCRIPTIONS = HERE / "descriptions.json"
VECTORS = HERE / "vectors.tsv"

KINDS = {"person": 0, "group": 1, "source": 2}

PROPERTIES = {
    "existence": 0, "firstName": 1, "middleName": 2, "lastName": 3, "prefix": 4, "suffix": 5, "nickname": 6,
    "firstNamePhonetic": 7, "middleNamePhonetic": 8, "lastNamePhonetic": 9, "organization": 10,
    "department": 11, "jobTitle": 12, "note": 13, "kind": 14, "birthday": 15, "alternateBirthday": 16,
    "image": 17, "card": 18, "name": 19, "sourceType": 20, "formattedName": 21, "phones": 64, "emails": 65,
    "addresses": 66, "dates": 67, "instantMessages": 68, "urls": 69, "relatedNames": 70,
    "socialProfiles": 71, "extra": 72,
}

LABELS = (
    "home work other mobile iPhone main homeFax workFax otherFax pager homePage school anniversary mother "
    "father parent brother sister child friend spouse partner assistant manager son daughter iCloud appleWatch"
).split()

EVENT_TYPES = {
    "created": 1, "removed": 3, "restored": 5, "valueSet": 7, "valueCleared": 9, "entryAdded": 11,
    "entryValueSet": 13, "entryLabelSet": 15, "entryMoved": 17, "entryRemoved": 19, "entryRestored": 21,
    "memberAdded": 23, "memberRemoved": 25, "linked": 27, "unlinked": 29, "keptApart": 31,
    "mergedInto": 33,
}

EVENT_KEYS = {
    "type": 0, "record": 1, "property": 2, "entry": 3, "value": 4, "label": 5, "identifier": 6, "after": 7,
    "other": 8, "previous": 9, "restores": 10, "uid": 11, "source": 12,
}

HEADER_KEYS = {
    "format": 0, "book": 1, "number": 2, "firstPosition": 3, "count": 4, "parent": 5, "batch": 6, "clock": 7,
    "time": 8, "author": 9, "program": 10, "kind": 11, "noteHash": 12, "undoes": 13, "importID": 14,
    "eventsRoot": 15, "features": 16,
}

COMMIT_KINDS = {"save": 1, "import": 2, "undo": 3, "redo": 4, "merge": 5, "restore": 6, "migrate": 7}


def canonical(value):
    """RFC 8949 section 4.2.1; our keys are all unsigned or all text, for which the older RFC 7049 order is
    the same."""
    return cbor2.dumps(value, canonical=True)


def double(number):
    """The eight bytes of an IEEE double, so that what was set reads back equal."""
    return struct.pack(">d", number)


# Parts of events and rows

def code(text):
    """12, group:3, source:0: number times four, plus the kind."""
    kind, _, number = text.rpartition(":")
    return int(number) * 4 + KINDS[kind or "person"]


def property_number(name):
    return PROPERTIES[name] if name in PROPERTIES else int(name.removeprefix("property"))


def blob(it):
    return [bytes.fromhex(it["sha256"]), it["bytes"], it["type"]]


def value(it):
    [(kind, what)] = it.items()
    if kind in ("text", "integer", "fields"):
        return what
    if kind == "data":
        return bytes.fromhex(what)
    if kind == "date":
        year, month, day = what
        return [1, month or 0, day or 0] + ([] if year is None else [year])
    if kind == "instant":
        return [2, double(what)]
    if kind == "blob":
        return [3] + blob(what)
    if kind == "opaque":
        return [4, what["tag"], bytes.fromhex(what["data"])]
    if kind == "real":
        return [5, double(what)]
    if kind == "document":
        return [6] + blob(what) + [what["content"].encode()]
    raise ValueError(f"no such kind of value: {kind}")


def label(it):
    return LABELS.index(it["word"]) + 1 if "word" in it else it["text"]


def event(it):
    kind = it["type"]
    pairs = {EVENT_KEYS["type"]: EVENT_TYPES.get(kind, kind)}
    for name, what in it.items():
        if name in ("record", "other"):
            pairs[EVENT_KEYS[name]] = code(what)
        elif name == "property":
            pairs[EVENT_KEYS[name]] = property_number(what)
        elif name == "value":
            pairs[EVENT_KEYS[name]] = value(what)
        elif name == "label":
            pairs[EVENT_KEYS[name]] = label(what)
        elif name == "later":
            pairs.update({int(key): item for key, item in what.items()})
        elif name not in ("vector", "type"):
            pairs[EVENT_KEYS[name]] = what
    return pairs


def header(it):
    pairs = {HEADER_KEYS["format"]: 1}
    for name, what in it.items():
        if name in ("book", "parent", "batch", "noteHash", "importID", "eventsRoot"):
            pairs[HEADER_KEYS[name]] = bytes.fromhex(what)
        elif name == "kind":
            pairs[HEADER_KEYS[name]] = COMMIT_KINDS[what]
        elif name != "vector":
            pairs[HEADER_KEYS[name]] = what
    return pairs


def writers(pair, origin):
    last, effective = pair
    return [last - origin, last - effective]


def entry(it, origin):
    """Flags, place, identifier, value; then what differs from the usual."""
    flags, more = (1 if it.get("removed") else 0), []
    if "label" in it:
        flags |= 2
        more.append(label(it["label"]))
    for bit, name in ((4, "existence"), (8, "valueWriters"), (16, "labelWriters"), (32, "placeWriters")):
        if name in it:
            flags |= bit
            more += writers(it[name], origin)
    return [flags, it["position"] - origin, it["identifier"], value(it["value"])] + more


def record(it):
    origin = it["origin"]
    fields, lists = [], []
    for field in it["fields"]:
        row = [property_number(field["property"])] + writers(field["writers"], origin)
        fields.append(row + ([value(field["value"])] if "value" in field else []))
    for part in it["lists"]:
        row = [property_number(part["property"]), part["nextIdentifier"]]
        lists.append(row + [entry(one, origin) for one in part["entries"]])
    return (
        [it["newestRun"], it["newestRun"] - origin, it["uid"], it["source"], 1 if it["isRemoved"] else 0]
        + writers(it["existence"], origin)
        + [it["created"], it["modified"] - it["created"], fields, lists]
    )


def row(it):
    """Rows that are arrays: {"hex": ...} is a byte string, {"header": ...} the bytes of a header."""
    if isinstance(it, list):
        return [row(one) for one in it]
    if isinstance(it, dict) and "hex" in it:
        return bytes.fromhex(it["hex"])
    return it


# All of them

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
    yield "instant", double(-978307200.25)


def vectors():
    """Name, description, bytes."""
    for name, it in primitives():
        yield name, ascii(it), canonical(it)
    descriptions = json.loads(DESCRIPTIONS.read_text(encoding="utf-8"))
    for group, encode in (("event", event), ("header", header), ("record", record)):
        for it in descriptions[group]:
            yield f"{group} {it['vector']}", json.dumps(it), canonical(encode(it))
    for it in descriptions["row"]:
        yield f"row {it['vector']}", json.dumps(it), canonical(row(it["items"]))


def text():
    lines = [f"{name}\t{description}\t{data.hex()}\n" for name, description, data in vectors()]
    names = [line.split("\t")[0] for line in lines]
    assert len(set(names)) == len(names), "two vectors have one name"
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
