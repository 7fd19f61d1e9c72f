#!/usr/bin/env python3
"""Folds an exported log into what the book holds, with read_log.py beside it.

    fold_log.py LOG      prints what each record holds
"""
import sys

sys.dont_write_bytecode = True
import read_log  # noqa: E402

def record(code):
    """The written form of a record's code."""
    return ("", "group:", "source:", "?")[code & 3] + str(code >> 2)


def put(places, entry, after):
    """Puts an entry behind another; in front for 0, at the end where that one is not known."""
    places.insert(places.index(after) + 1 if after in places else len(places) if after else 0, entry)


def fold(log):
    """{record: {"exists", "values": {property: value}, "entries": {position: {...}},
    "lists": {property: [position, ...]}, "others": {record: state}}}; lists are in order, removed entries included
    """
    book = {}
    for _, _, events in log:
        for position, event in events:
            kind = event[0]
            state = book.setdefault(record(event[1]), {"exists": True, "values": {}, "entries": {}, "lists": {},
                                                   "others": {}})
            entries = state["entries"]
            places = state["lists"].setdefault(event[2], []) if kind in (11, 17) else []
            if kind in (1, 3, 5):
                state["exists"] = kind != 3
            elif kind == 7:
                state["values"][event[2]] = event[4]
            elif kind == 9:
                state["values"].pop(event[2], None)
            elif kind == 11:
                entries[position] = {"property": event[2], "identifier": event[6], "label": event.get(5),
                                     "value": event[4], "exists": True}
                put(places, position, event.get(7, 0))
            elif kind == 13:
                entries[event[3]]["value"] = event[4]
            elif kind == 15:
                entries[event[3]]["label"] = event.get(5)
            elif kind == 17:
                if event[3] in places and event.get(7, 0) != event[3]:
                    places.remove(event[3])
                    put(places, event[3], event.get(7, 0))
            elif kind in (19, 21):
                entries[event[3]]["exists"] = kind == 21
            elif kind in (23, 25, 27, 29, 31):
                state["others"][record(event[8])] = {23: "joined", 27: "linked", 31: "apart"}.get(kind)
    return book


if __name__ == "__main__":
    for name, state in fold(read_log.commits(sys.argv[1])).items():
        entries = sum(entry["exists"] for entry in state["entries"].values())
        print(f"record {name}: " + (f"{len(state['values'])} values, {entries} entries" if state["exists"] else "removed"))
