"""Verify the chance in a record without using ducato: python examples/verify.py FILE.

The seed must be the committed one (the commitment is its SHA-256); it and the contributions of the
players must give every outcome. `ducato replay` also checks that moves, dice and ranks obey
the rules and that nothing is missing at the end. Nothing can prove names.
"""

import hashlib
import hmac
import json
import re
import sys


def contributed(header):
    """Return the players' contributions, in the order of their seats."""
    given, seats = header.get("contributions", {}), [str(n) for n in range(header["players"])]
    if header["ducato"] != (2 if given else 1):
        sys.exit("line 1: this format of records is not one with such contributions")
    for seat, value in given.items():
        if seat not in seats or not re.fullmatch("[0-9a-f]{64}", str(value)):
            sys.exit("line 1: a contribution is not 64 hex digits of a seat")
    return [(seat, given[seat]) for seat in seats if seat in given]


def drawn(key, number, of):
    """Return outcome number `number` in 0..of-1; redraw values that would favour some of them."""
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{number}:{attempt}".encode(), "sha256")
        value = int.from_bytes(digest[:8], "big")
        if value < 2**64 - 2**64 % of:
            return value % of
        attempt += 1


with open(0 if sys.argv[1] == "-" else sys.argv[1], encoding="utf-8-sig") as file:
    lines = [json.loads(line) for line in file]
seed, commitment = bytes.fromhex(lines[-1].get("seed", "")), lines[0]["commitment"]
given = contributed(lines[0])
joined = ",".join(f"{seat}:{value}" for seat, value in given).encode()
key = hmac.digest(seed, joined, "sha256") if given else seed
if hashlib.sha256(seed).hexdigest() != commitment:
    sys.exit("line 1: the seed at the end is not the one that was promised, or there is none yet")
number, check = 0, ""
for at, line in enumerate(lines, start=1):
    stated, of = line.pop("check"), line.get("of", 0)
    check = hashlib.sha256(f"{check}{json.dumps(line, sort_keys=True)}".encode()).hexdigest()[:12]
    if stated != check:
        sys.exit(f"line {at}: this line was edited, or the one before it was taken away")
    if "chance" in line:
        if not 0 < of <= 2**32 or line["chance"] != drawn(key, number, of):
            sys.exit(f"line {at}: the outcome is not the one that the seed gives")
        number += 1
if sorted(lines[-1]["ranks"])[0] != 1 or len(lines[-1]["ranks"]) != lines[0]["players"]:
    sys.exit(f"line {len(lines)}: these are not the ranks of all players")
if not number:
    sys.exit("there is no outcome to be checked in this record")
print(f"All {number} outcomes are those of the seed that was promised by {commitment}.")
