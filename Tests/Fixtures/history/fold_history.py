"""Folds a log by itself and compares it with what the tool says of history, blame and removals.

usage: fold_history.py TOOL STORE

Written from docs/contactlog.md alone: it takes from `log --json --changes` only what each event says
(its change, slot, entry, after, new content, restores) and works out old contents, places, writers and
what stands.
"""

import json
import subprocess
import sys

tool, store = sys.argv[1:]


def rows(*words):
    run = subprocess.run(
        [tool, *words, "--json", "--store", store], capture_output=True, encoding="utf-8")
    if run.returncode not in (0, 1):
        sys.exit(f"{words}: {run.stderr}")
    return [json.loads(line) for line in run.stdout.split("\n") if line]


def fail(what, mine, theirs):
    sys.exit(f"{what}\n  folded: {mine}\n  tool:   {theirs}")


class Slot:
    """What a slot holds, who wrote it last and whose effect stands."""

    def __init__(self):
        self.value = None
        self.last = self.effective = 0

    def write(self, value, position, restores):
        self.value = value
        self.last = position
        self.effective = restores or position


slots = {}          # (record, slot) of the owner's record
entries = {}        # slot name of an entry -> the position that added it
places = {}         # slot name of a list -> the positions of its entries, in order
names = {}          # position of an entry -> its identifier
order = []          # slot names in order of their first event
history = {}        # record -> list of expected rows
commit_of = {}      # position -> commit
uids = {}


def key(reference):
    return (reference["kind"], reference["id"])


def name(record):
    kind, number = record
    return str(number) if kind == "person" else f"{kind}:{number}"


def other(slot):
    text = slot.rsplit("/", 1)[1]
    kind, _, number = text.rpartition(":")
    return (kind or "person", int(number))


def slot(text):
    if text not in slots:
        slots[text] = Slot()
        order.append(text)
    return slots[text]


def entry(text):
    return {k: v for k, v in (
        ("id", int(text.rsplit("/", 1)[1])), ("label", slot(text + "/label").value),
        ("value", slot(text + "/value").value)) if v is not None}


def put(change, entry):
    """Puts an entry where a change says."""
    here, after = places.setdefault(list_of(change["slot"]), []), change.get("after", 0)
    here.insert(here.index(after) + 1 if after in here else len(here) if after else 0, entry)


def list_of(text):
    return "/".join(text.split("/")[:2])


def moved(change):
    """Moves an entry; gives the place it had."""
    here, after = places[list_of(change["slot"])], change.get("after")
    if change["new"] != {"after": names.get(after)}:
        fail("where an entry went", names.get(after), change)
    index = here.index(change["entry"])
    old = {"after": names[here[index - 1]] if index else None}
    here.remove(change["entry"])
    put(change, change["entry"])
    return old


def apply(change, position):
    """The old content by this fold."""
    kind, text, new = change["change"], change["slot"], change.get("new")
    restores = change.get("restores", 0)
    here = slot(text)
    old = here.value
    if kind in ("created", "restored", "memberAdded", "linked"):
        here.write(True, position, restores)
    elif kind in ("removed", "mergedInto", "memberRemoved", "unlinked", "valueCleared"):
        here.write(None, position, restores)
    elif kind == "keptApart":
        here.write("apart", position, restores)
    elif kind in ("valueSet", "entryValueSet", "entryLabelSet"):
        here.write(new, position, restores)
    elif kind == "entryAdded":
        if change["entry"] != position:
            fail("an added entry is named by another position", position, change)
        entries[text] = position
        put(change, position)
        names[position] = int(text.rsplit("/", 1)[1])
        here.write(True, position, restores)
        slot(text + "/value").write(new["value"], position, restores)
        slot(text + "/label").write(new.get("label"), position, restores)
    elif kind == "entryRemoved":
        old = entry(text)
        here.write(None, position, restores)
    elif kind == "entryRestored":
        here.write(True, position, restores)
        if entry(text) != new:
            fail(f"{text} came back as another", entry(text), new)
    elif kind == "entryMoved":
        old = moved(change)
    else:
        sys.exit(f"a change of a kind that is not documented: {kind}")
    if change.get("entry") is not None:
        base = "/".join(text.split("/")[:3])
        if entries[base] != change["entry"]:
            fail(f"{text} is another entry", entries[base], change["entry"])
    return old


position = 0
for commit in reversed(rows("log", "--changes")):
    if commit["firstPosition"] != position + 1:
        fail("positions are not dense", position + 1, commit["firstPosition"])
    for change in commit["changes"]:
        position += 1
        if change["position"] != position:
            fail("positions are not dense", position, change["position"])
        commit_of[position] = commit
        owner = key(change["record"])
        uids[owner] = change["record"]["uid"]
        old = apply(change, position)
        if old != change.get("old"):
            fail(f"what {change['slot']} held before {position}", old, change.get("old"))
        row = {k: commit[k] for k in ("commit", "time", "author", "program")} | change
        history.setdefault(owner, []).append(row)
        if "/members/" in change["slot"] or "/links/" in change["slot"]:
            history.setdefault(other(change["slot"]), []).append(row)
        elif change["change"] == "mergedInto":
            history.setdefault(key(change["into"]), []).append(row)
    if position != commit["lastPosition"]:
        fail("a commit's last position", position, commit["lastPosition"])

checked = 0
for record, mine in history.items():
    theirs = rows("history", name(record))
    for a, b in zip(mine, theirs):
        if a != b:
            fail(f"history of {name(record)}", a, b)
    if len(mine) != len(theirs):
        fail(f"length of the history of {name(record)}", len(mine), len(theirs))
    checked += len(mine)
    if slots[name(record)].value is None:
        continue

    expected = {}
    for text, held in slots.items():
        parts = text.split("/")
        relation = len(parts) == 3 and parts[1] in ("members", "links")
        if relation:
            if record not in (other(text), other("/" + parts[0])) or held.value is None:
                continue
        elif parts[0] != name(record):
            continue
        elif len(parts) == 3:
            continue
        elif len(parts) == 4:
            whole = slots["/".join(parts[:3])]
            if whole.value is None or parts[3] == "place":
                continue
            same = (held.last, held.effective) == (whole.last, whole.effective)
            if parts[3] == "label" and held.value is None and same:
                continue
        elif held.value is None:
            continue
        expected[text] = (
            held.value, commit_of[held.effective]["commit"], held.effective, held.last)
    found = {
        row["slot"]: (
            row.get("value"), row["commit"], row["position"],
            row.get("lastPosition", row["position"]))
        for row in rows("blame", name(record))}
    for row in rows("blame", name(record)):
        by = commit_of[row["position"]]
        if (row["author"], row["time"]) != (by["author"], by["time"]):
            fail(f"who set {row['slot']}", by, row)
    if found != expected:
        for text in sorted(set(found) | set(expected)):
            if found.get(text) != expected.get(text):
                fail(f"blame of {text}", expected.get(text), found.get(text))
    checked += len(found)
    shown = rows("show", name(record))[0]
    for text, order_of in places.items():
        owner, property = text.split("/")
        here = [names[entry] for entry in order_of if slots[f"{text}/{names[entry]}"].value is not None]
        theirs = [entry["id"] for entry in shown.get(property, [])]
        if owner == name(record) and here != theirs:
            fail(f"the order of {text}", here, theirs)

gone = sorted(
    ((slots[name(record)].last, record) for record in history
     if slots[name(record)].value is None), reverse=True)
listed = [row["uid"] for row in rows("deleted")]
if listed != [uids[record] for _, record in gone]:
    fail("what was removed", gone, listed)

print(f"{position} events, {len(history)} records, {checked} rows agree")
