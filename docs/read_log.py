#!/usr/bin/env python3
"""Reads an exported log, JSON Lines or segments, and checks every hash: docs/log-format.md. Needs cbor2 alone.

    read_log.py LOG      prints each commit; exit code 1: something is wrong with the log
"""
import hashlib, io, json, pathlib, sys  # noqa: E401
import cbor2


def sha(data): return hashlib.sha256(data).digest()


def need(what, message):
    if not what: raise ValueError(message)


def root(leaves):  # RFC 6962, section 2.1
    half = 1 << (len(leaves) - 1).bit_length() - 1 if len(leaves) > 1 else 0
    return sha(b"\1" + root(leaves[:half]) + root(leaves[half:])) if half else leaves[0]


def sequence(data):  # the bytes of CBOR items that follow one another
    stream = io.BytesIO(data)
    while (start := stream.tell()) < len(data):
        cbor2.CBORDecoder(stream, read_size=1).decode()
        yield data[start:stream.tell()]


def segments(files):
    for file in files:
        data, at, kind = file.read_bytes(), 8, 0
        need(data[:8] == b"CLOGSEG1", f"{file.name} is no segment")
        while at < len(data):
            kind, end = data[at], at + 5 + int.from_bytes(data[at + 1:at + 5], "big")
            need(sha(data[at:end])[:8] == data[end:end + 8], f"{file.name}, byte {at}: damaged or cut")
            payload, at = data[at + 5:end], end + 8
            if kind == 4: yield from (("event", event) for event in list(sequence(payload[8:]))[1:])
            elif kind == 1 and file == files[0]: yield "start", [(f := cbor2.loads(payload))[1], *f[3:]]
            elif kind == 5: yield "end", cbor2.loads(payload)[:3]
            elif kind != 1: yield {2: "blob", 3: "commit"}[kind], payload
        need(kind == 5, f"{file.name} is cut short")


def lines(file):
    for number, line in enumerate(file.open(encoding="utf-8"), 1):
        fields = json.loads(line)
        kind, raw = next(iter(fields)), bytes.fromhex(fields.get("raw", ""))
        place = [fields.get("position"), bytes.fromhex(fields["hash"])] if kind in ("log", "end") else []
        if kind == "log": yield "start", [bytes.fromhex(fields["book"]), fields["commit"], *place]
        elif kind == "end": yield "end", [fields["end"], *place]
        else:
            if kind == "event": raw = list(sequence(raw))[-1]  # a run's first has its frame in front
            value, item = fields.get("value"), raw if kind == "blob" else cbor2.loads(raw)
            need(kind != "event" or not isinstance(value, str) or value == item[4], f"line {number} was edited")
            need(kind != "commit" or fields["author"] == cbor2.loads(item[0])[9], f"line {number} was edited")
            yield kind, raw


def commits(path):
    """Yields (header, note, [(position, event), ...]) of each commit, once its hashes are checked."""
    path, header, blobs, end = pathlib.Path(path), None, set(), None
    files = sorted(path.glob("*.segment")) if path.is_dir() else [path]
    for kind, item in lines(path) if files[0].open("rb").read(1) == b"{" else segments(files):
        if kind in ("blob", "commit", "end") and header:
            need(len(events) == header[4], f"commit {number}: events are missing")
            need(header[15] == root([sha(b"\0" + event) for event in events]), f"commit {number}: other events")
            decoded = [cbor2.loads(event) for event in events]
            for value in (event.get(4) for event in decoded):
                need(not isinstance(value, list) or value[0] != 3 or value[1] in blobs, f"commit {number}: no blob")
            yield header, row[2] if len(row) == 3 else None, list(enumerate(decoded, header[3]))
            header = None
        if kind == "start": book, number, position, parent = item
        elif kind == "blob": blobs.add(sha(item))
        elif kind == "event": events.append(item)
        elif kind == "end": end = list(item) == [number, position, parent]
        else:
            row, events, number = cbor2.loads(item), [], number + 1
            header = cbor2.loads(row[0])
            need([header[key] for key in (1, 2, 3, 5)] == [book, number, position + 1, parent], f"commit {number}: gap")
            need(len(row) == 1 or header[12] == sha(row[1] + row[2].encode()), f"commit {number}: another note")
            position, parent = position + header[4], sha(b"\0" + row[0])
    need(end, "the end is missing or names another commit")


if __name__ == "__main__":
    try:
        for header, note, events in commits(sys.argv[1]):
            print(f"commit {header[2]} by {header[9]}: {len(events)} events" + (f", {note}" if note else ""))
    except (ValueError, KeyError, IndexError, cbor2.CBORDecodeError) as error:
        sys.exit(f"read_log.py: {error}")
