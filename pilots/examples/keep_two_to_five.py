#!/usr/bin/env python3
"""Keeps two to five lands, and anything after three mulligans; bottoms the dearest card. See docs/exec-protocol.md."""
import json
import re
import sys


def mana_value(cost):
    """Generic numbers count as they are, X as nothing, every other symbol as one."""
    symbols = re.findall(r"{(\w+)[^}]*}", cost)
    return sum(int(s) if s.isdigit() else s != "X" for s in symbols)


def choose(opening, seat, actions, cards):
    """The action to take, and why."""
    lands = sum("land" in cards[name]["types"] for name in opening["hand"])
    kinds = {action["kind"]: action for action in actions}
    if "KEEP" in kinds and "MULLIGAN" in kinds:
        keep = 2 <= lands <= 5 or opening["mulligansTaken"][seat] > 2
        return kinds["KEEP" if keep else "MULLIGAN"], f"{lands} lands"
    dearest = max(actions, key=lambda a: mana_value(cards.get(a.get("card"), {}).get("cost", "")))
    return dearest, "the dearest card goes" if "card" in dearest else "the only offer"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        known = [card["definition"] for card in message["knowledge"]["deck"]]
        cards = {definition["name"]: definition["faces"][0] for definition in known}
    elif message["type"] == "decide":
        point = message["decisionPoint"]
        action, reason = choose(point["observation"]["opening"], point["seat"], point["legalActions"], cards)
        print(json.dumps({"actionId": action["id"], "number": point["number"], "report": {"reason": reason}}), flush=True)
    elif message["type"] == "end":
        break
