"""Prints which entries each record holds, in order, as a fold of its exported log in Python has it.

usage: fold_order.py DOCS LOG
"""
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import fold_log  # noqa: E402

for name, state in sorted(fold_log.fold(fold_log.read_log.commits(sys.argv[2])).items()):
    for number, places in sorted(state["lists"].items()):
        entries = [state["entries"][place] for place in places]
        shown = [str(entry["identifier"]) for entry in entries if entry["exists"]]
        if state["exists"] and shown:
            print(name, number, ",".join(shown))
