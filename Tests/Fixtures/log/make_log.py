#!/usr/bin/env python3
"""A small log in both open forms, made by an encoder that is not ours (cbor2), from docs/format.md and docs/log-format.md.

    make_log.py            writes golden.jsonl and segments/ beside this file
    make_log.py --check    compares them with what is made now; exit code 1 where they differ
"""
import datetime
import hashlib
import json
import pathlib
import sys

import cbor2

HERE = pathlib.Path(__file__).resolve().parent
BOOK = bytes(range(16))
PHOTO = bytes(range(256)) * 2
PERSON, GROUP = 1 << 2 | 0, 1 << 2 | 1


def sha(data):
    return hashlib.sha256(data).digest()


def encode(value):
    return cbor2.dumps(value, canonical=True)


def root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha(b"\1" + root(leaves[:half]) + root(leaves[half:]))


# Each commit: note, blobs, runs. A run: previous run of the record, events. An event: its map, what people read.
COMMITS = [
    ("as she \"said\",\nyesterday", [], [
        (0, [
            ({0: 1, 1: PERSON, 11: "u-1"}, {"record": "1", "kind": "created", "uid": "u-1"}),
            ({0: 7, 1: PERSON, 2: 1, 4: "Zürich"},
             {"record": "1", "kind": "valueSet", "property": "firstName", "value": "Zürich"}),
            ({0: 11, 1: PERSON, 2: 64, 4: "+44 20 7946 0018", 5: 4, 6: 0},
             {"record": "1", "kind": "entryAdded", "property": "phones", "identifier": 0, "label": "mobile",
              "value": "+44 20 7946 0018"}),
            ({0: 11, 1: PERSON, 2: 66, 4: {"zip": "1", "city": "Köln"}, 5: "my own", 6: 0},
             {"record": "1", "kind": "entryAdded", "property": "addresses", "identifier": 0, "ownLabel": "my own",
              "value": {"fields": {"zip": "1", "city": "Köln"}}}),
        ]),
        (0, [
            ({0: 1, 1: GROUP, 11: "g-1"}, {"record": "group:1", "kind": "created", "uid": "g-1"}),
            ({0: 23, 1: GROUP, 8: PERSON}, {"record": "group:1", "kind": "memberAdded", "other": "1"}),
        ]),
    ]),
    (None, [PHOTO], [
        (1, [
            ({0: 7, 1: PERSON, 2: 1, 4: "Ada", 9: 2},
             {"record": "1", "kind": "valueSet", "property": "firstName", "value": "Ada", "previous": 2}),
            ({0: 7, 1: PERSON, 2: 15, 4: [1, 1, 20, 1978]},
             {"record": "1", "kind": "valueSet", "property": "birthday", "value": {"date": "1978-01-20"}}),
            ({0: 7, 1: PERSON, 2: 17, 4: [3, sha(PHOTO), len(PHOTO), "image/png"]},
             {"record": "1", "kind": "valueSet", "property": "image",
              "value": {"blob": sha(PHOTO).hex(), "bytes": len(PHOTO), "type": "image/png"}}),
        ]),
    ]),
    (None, [], [
        (7, [
            ({0: 7, 1: PERSON, 2: 1, 4: "Zürich", 9: 7, 10: 2},
             {"record": "1", "kind": "valueSet", "property": "firstName", "value": "Zürich", "previous": 7,
              "restores": 2}),
        ]),
    ]),
]


def text(fields):
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def frame(kind, payload):
    data = bytes([kind]) + len(payload).to_bytes(4, "big") + payload
    return data + sha(data)[:8]


def make():
    lines, segments = [], []
    number, position, parent = 0, 0, bytes(32)
    lines.append(text({"log": 1, "book": BOOK.hex(), "commit": 0, "position": 0, "hash": parent.hex()}))
    for index, (note, blobs, runs) in enumerate(COMMITS):
        # The second file holds the last commit.
        if index in (0, 2):
            segments.append(b"CLOGSEG1" + frame(1, encode([1, BOOK, len(segments) + 1, number, position, parent])))
        for blob in blobs:
            lines.append(text({"blob": sha(blob).hex(), "bytes": len(blob), "raw": blob.hex()}))
            segments[-1] += frame(2, blob)
        number, first = number + 1, position + 1
        events = [encode(event) for _, items in runs for event, _ in items]
        time = 1767323045000006 + index * 1_000_000
        salt = bytes([number]) * 16
        header = {0: 1, 1: BOOK, 2: number, 3: first, 4: len(events), 5: parent, 6: bytes([number]) * 16,
                  7: time // 1000 << 16, 8: time, 9: "ada", 10: "golden", 11: 3 if index == 2 else 1,
                  15: root([sha(b"\0" + event) for event in events])}
        if note:
            header[12] = sha(salt + note.encode())
        if index == 2:
            header[13] = [2]
        header = encode(header)
        row = encode([header, salt, note] if note else [header])
        parent = sha(b"\0" + header)
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=time)
        fields = {"commit": number, "time": moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), "author": "ada",
                  "program": "golden", "kind": "undo" if index == 2 else "save"}
        if note:
            fields["note"] = note
        if index == 2:
            fields["undoes"] = [2]
        lines.append(text({**fields, "first": first, "count": len(events), "hash": parent.hex(), "raw": row.hex()}))
        segments[-1] += frame(3, row)
        for previous, items in runs:
            start, run = position + 1, encode([len(items), number, previous])
            for place, (event, words) in enumerate(items):
                position += 1
                raw = (run if place == 0 else b"") + encode(event)
                lead = {"event": position} | ({"run": previous} if place == 0 else {})
                lines.append(text({**lead, **words, "raw": raw.hex()}))
            segments[-1] += frame(4, start.to_bytes(8, "big") + run + b"".join(encode(event) for event, _ in items))
        if index in (1, 2):
            segments[-1] += frame(5, encode([number, position, parent, 1 if index == 1 else 0]))
    lines.append(text({"end": number, "position": position, "hash": parent.hex()}))
    files = {f"segments/{index + 1:08}.segment": data for index, data in enumerate(segments)}
    return {"golden.jsonl": "".join(lines).encode()} | files


if __name__ == "__main__":
    differing = []
    for name, data in make().items():
        if "--check" not in sys.argv:
            (HERE / name).parent.mkdir(exist_ok=True)
            (HERE / name).write_bytes(data)
        elif (HERE / name).read_bytes() != data:
            differing.append(name)
    sys.exit(f"make_log.py: other bytes in {', '.join(differing)}" if differing else 0)
