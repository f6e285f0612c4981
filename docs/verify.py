#!/usr/bin/env python3
"""Verifies receipts of timed options and of spot orders, by docs/protocol.md alone: python3 docs/verify.py receipt.json ...

A file is an answer of `microtrade/receipt` or `coin/receipt`, whole or its `message` alone; without a file it is read from the standard
input. Each receipt's verdict is one line. The exit code is 0 where all are verified, 1 otherwise.
"""

import hashlib
import json
import sys
from decimal import ROUND_UP, Decimal

GENESIS = "0" * 64
STALE_AFTER_MS = 5_000
# Decimals of the least unit of each currency.
COINS = "BTC ETH SOL XRP DOGE BNB ADA AVAX LINK DOT LTC TRX BCH UNI ATOM FIL ARB NEAR"
SCALES = {"USDT": 6} | dict.fromkeys(COINS.split(), 8)


def tick_hash(previous, tick):
    preimage = "|".join([previous, tick["symbol"], str(tick["seq"]), str(tick["time"]), tick["price"]])
    return hashlib.sha256(preimage.encode("utf-8")).hexdigest()


def is_chain(previous, ticks, symbol):
    last = None
    for tick in ticks:
        if tick["symbol"] != symbol or tick_hash(previous, tick) != tick["hash"]:
            return False
        if last and (tick["seq"] <= last["seq"] or tick["time"] <= last["time"]):
            return False
        previous, last = tick["hash"], tick
    return True


def same(a, b):
    return all(a[field] == b[field] for field in ("seq", "time", "price", "hash"))


def outcome(direction, opening, closing):
    if opening == closing:
        return "drawn"
    return "won" if (closing > opening) == (direction == "rise") else "lost"


def due_payout(order, result):
    stake = Decimal(order["amount"])
    unit = Decimal(1).scaleb(-SCALES[order["currency"]])
    profit = (stake * order["payoutBps"] / 10_000).quantize(unit, rounding=ROUND_UP)
    return {"won": stake + profit, "lost": Decimal(0), "drawn": stake}[result]


def verdict(receipt):
    order, ticks = receipt["order"], receipt["ticks"]
    before, after, previous = receipt["before"], receipt["after"], receipt["previousHash"]
    opening, closing = order["openTick"], order["closeTick"]
    if not opening or not closing or previous is None or not ticks:
        return "incomplete"
    stretch = ([before] if before else []) + ticks + ([after] if after else [])
    if not is_chain(previous, stretch, order["symbol"]):
        return "brokenChain"
    accepted = order["acceptedAt"]
    first = before["time"] < accepted if before else previous == GENESIS
    in_time = accepted <= opening["time"] <= accepted + STALE_AFTER_MS
    if not (first and in_time and same(opening, ticks[0]) and opening["price"] == order["buyPrice"]):
        return "wrongOpening"
    due = opening["time"] + order["seconds"] * 1_000
    last = not after or after["time"] > due
    in_time = due - STALE_AFTER_MS <= closing["time"] <= due
    if not (last and in_time and same(closing, ticks[-1]) and closing["price"] == order["finalPrice"]):
        return "wrongClosing"
    result = outcome(order["direction"], Decimal(opening["price"]), Decimal(closing["price"]))
    if result != order["state"]:
        return "wrongOutcome"
    if order["currency"] not in SCALES or order["payout"] is None:
        return "wrongPayout"
    if Decimal(order["payout"]) != due_payout(order, result):
        return "wrongPayout"
    return "verified" if after else "early"


def whole(text, decimals):
    return int(Decimal(text).scaleb(decimals))


def decimals_of(text):
    return len(text.partition(".")[2])


def book(side, tick, pair, price_decimals, quantity_decimals):
    """The levels that an order of this side meets, the best first: price and quantity as whole numbers."""
    price, digits = whole(tick["price"], price_decimals), tick["hash"][32 if side == "buy" else 0 :]
    unit, most = (whole(pair[name], quantity_decimals) for name in ("unit", "max"))
    step, half, million = whole(pair["step"], price_decimals), pair["spreadPpm"] // 2, 1_000_000
    if side == "buy":
        best = -(-price * (million + half) // million)
    else:
        best = price * (million - half) // million
    for level in range(20):
        byte = int(digits[level : level + 2], 16)
        at = best + level * step if side == "buy" else best - level * step
        if at > 0:
            yield at, most // unit * (384 + byte) // 10_240 * unit


def spot_verdict(receipt):
    order, proofs, pair = receipt["order"], receipt["proofs"], receipt["pair"]
    if not order["fills"]:
        return "incomplete"
    if len(proofs) != len(order["fills"]):
        return "brokenChain"
    side, quantity_decimals, price_decimals = order["side"], decimals_of(order["quantity"]), decimals_of(order["bound"])
    left, bound = whole(order["quantity"], quantity_decimals), whole(order["bound"], price_decimals)
    seq, worths, fees = 0, 0, 0
    for fill, proof in zip(order["fills"], proofs):
        stretch = [tick for tick in [proof["before"], *proof["ticks"], proof["after"]] if tick]
        if len(proof["ticks"]) != 1 or not is_chain(proof["previousHash"], stretch, order["symbol"]):
            return "brokenChain"
        tick = proof["ticks"][0]
        if not same(tick, fill["tick"]) or tick["seq"] <= seq or tick["time"] < order["acceptedAt"]:
            return "wrongTick"
        quantity, worth = 0, 0
        for price, there in list(book(side, tick, pair, price_decimals, quantity_decimals))[order["level"] :]:
            part = min(left - quantity, there) if (price <= bound if side == "buy" else price >= bound) else 0
            quantity += part
            worth += part * price * 10**6 // 10 ** (price_decimals + quantity_decimals)
        fee = worth * order["feeBps"] // 10_000
        if [quantity, worth, fee] != [whole(fill["quantity"], quantity_decimals), whole(fill["worth"], 6), whole(fill["fee"], 6)]:
            return "wrongFill"
        seq, left, worths, fees = tick["seq"], left - quantity, worths + worth, fees + fee
    filled = whole(order["quantity"], quantity_decimals) - left
    sums = [whole(order["filled"], quantity_decimals), whole(order["worth"], 6), whole(order["fee"], 6)]
    return "verified" if sums == [filled, worths, fees] else "wrongSum"


def main(paths):
    verdicts = []
    for path in paths or ["-"]:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            answer = json.load(file)
        receipt = answer["message"] if "message" in answer else answer
        verdicts.append(spot_verdict(receipt) if "proofs" in receipt else verdict(receipt))
        print(f"{path}: {verdicts[-1]}")
    return 0 if all(each == "verified" for each in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
