#!/usr/bin/env python3
"""Verifies receipts of orders, by docs/protocol.md and docs/constants.json alone: python3 docs/verify.py receipt.json ...

A file is an answer of `microtrade/receipt` or `coin/receipt`, whole or its `message` alone; without a file it is read from the standard
input. Each receipt's verdict is one line; below `verified` stand what was ordered, which its owner knows, and what the server alone states,
which nothing proves. The exit code is 0 where all are verified, 1 otherwise.
"""

import hashlib
import json
import pathlib
import re
import sys
from decimal import Decimal

CONSTANTS_SHA256 = "1a7a46f0e0f61dac9fe9e09905ddef8808beddcd8fb13f5adc2b93ade8110c8c"
PUBLISHED = pathlib.Path(__file__).with_name("constants.json").read_bytes()
K = json.loads(PUBLISHED)
GENESIS, DAY_MS, USDT = "0" * 64, 86_400_000, 6
STALE, LOOK_BACK = K["staleAfterMs"], K["lookBackMs"]

# What was ordered: the rest follows from it and from the record. Compare it with what you know you ordered.
ORDERED = {
    "option": ["symbol", "direction", "currency", "amount", "seconds", "payoutBps"],
    "spot": ["symbol", "side", "type", "timeInForce", "quantity", "price", "bound", "level", "feeBps"],
}
# What only the server states: within the limits that the record sets, nothing proves it.
STATED = {
    "option": ["id", "version", "acceptedAt", "settledAt"],
    "spot": ["id", "version", "acceptedAt", "settledAt", "strategyId"],
}


class Verdict(Exception):
    pass


def require(condition, otherwise):
    if not condition:
        raise Verdict(otherwise)


# Numbers. A decimal has all of its decimals; all is reckoned in whole numbers of the least unit.


def whole(text, decimals):
    require(re.fullmatch(r"-?(0|[1-9]\d*)" + (r"\.\d{%d}" % decimals if decimals else ""), text), "malformed")
    return int(text.replace(".", ""))


def written(amount, decimals):
    digits = str(abs(amount)).rjust(decimals + 1, "0")
    point = len(digits) - decimals
    return ("-" if amount < 0 else "") + (digits[:point] + "." + digits[point:] if decimals else digits)


def constant(text, decimals):
    return int(Decimal(text).scaleb(decimals))


def down(a, b):
    """a / b towards zero."""
    return a // b if a >= 0 else -(-a // b)


def up(a, b):
    """a / b away from zero."""
    return -(-a // b) if a >= 0 else a // b


def ceiling(a, b):
    return -(-a // b)


def half_even(a, b):
    result, rest = divmod(a, b)
    return result + (2 * rest > b or (2 * rest == b and result % 2 == 1))


# The record.


def chain(proof, symbol):
    """Requires that the ticks of a proof follow from one another."""
    require(proof["previousHash"] is not None, "incomplete")
    previous, last = proof["previousHash"], None
    for tick in [tick for tick in [proof["before"], *proof["ticks"], proof["after"]] if tick]:
        text = "|".join([previous, tick["symbol"], str(tick["seq"]), str(tick["time"]), tick["price"]])
        require(tick["symbol"] == symbol, "brokenChain")
        require(tick["hash"] == hashlib.sha256(text.encode("utf-8")).hexdigest(), "brokenChain")
        require(not last or (tick["seq"] > last["seq"] and tick["time"] > last["time"]), "brokenChain")
        previous, last = tick["hash"], tick


def ends_with(proof, tick, symbol):
    """Requires that a proof is of this tick: the last of its ticks."""
    require(proof is not None, "brokenChain")
    chain(proof, symbol)
    require(proof["ticks"] and proof["ticks"][-1] == tick, "brokenChain")


def begins(proof, start):
    """Whether no recorded tick was left out between a time and the first tick of a proof."""
    return proof["before"]["time"] < start if proof["before"] else proof["previousHash"] == GENESIS


def is_gap(proof, start, end):
    """Whether nothing was recorded from one time to another, both included."""
    require(proof["after"], "early")
    return not proof["ticks"] and begins(proof, start) and proof["after"]["time"] > end


def is_first(proof, start):
    """Whether the tick of a proof is the first one at or after a time."""
    return len(proof["ticks"]) == 1 and begins(proof, start) and proof["ticks"][0]["time"] >= start


def is_first_that(proof, start, decides):
    """Whether the tick of a proof is the first one since a time that decides, of the last minute before it."""
    *earlier, tick = proof["ticks"]
    if tick["time"] < start or not begins(proof, max(start, tick["time"] - LOOK_BACK)):
        return False
    return decides(tick) and not any(decides(each) for each in earlier if each["time"] >= start)


def agree(kind, order, due, ended_from, otherwise):
    """Requires that an order says what is due, its state's codes, when it ended if it did, and nothing else."""
    codes = K["states"][kind].get(order["state"])
    require(codes and [order["list"], order["status"]] == codes, otherwise)
    require(all(order[name] == value for name, value in due.items()), otherwise)
    require(order.keys() == {*due, *ORDERED[kind], *STATED[kind], "state", "list", "status"}, "malformed")
    settled = order["settledAt"]
    require(settled is None if order["list"] == 0 else settled is not None and settled >= ended_from, otherwise)


# Options.


def option(receipt):
    order, terms = receipt["order"], K["options"]
    symbol, opening, closing, accepted = order["symbol"], order["openTick"], order["closeTick"], order["acceptedAt"]
    is_void = order["state"] == "unexpected" and not closing
    require(is_void or (opening and closing and receipt["ticks"]), "incomplete")
    chain(receipt, symbol)
    due_at = opening and opening["time"] + order["seconds"] * 1_000
    if opening:
        require(receipt["ticks"] and receipt["ticks"][0] == opening and begins(receipt, accepted), "wrongOpening")
        require(accepted <= opening["time"] <= accepted + STALE and order["buyPrice"] == opening["price"], "wrongOpening")
        last, after = receipt["ticks"][-1], receipt["after"]
        require(last["time"] <= due_at and (not after or after["time"] > due_at), "wrongClosing")
        require((last["time"] < due_at - STALE) if is_void else last == closing and last["time"] >= due_at - STALE, "wrongClosing")
        require(is_void or order["finalPrice"] == closing["price"], "wrongClosing")
        require(after or not is_void, "early")
    else:
        require(is_gap(receipt, accepted, accepted + STALE), "wrongOpening")

    require(order["direction"] in ("rise", "fall") and symbol in K["instruments"], "wrongOutcome")
    result = "unexpected"
    if not is_void:
        decimals = K["instruments"][symbol]["price"]
        moved = whole(closing["price"], decimals) - whole(opening["price"], decimals)
        result = "drawn" if moved == 0 else "won" if (moved > 0) == (order["direction"] == "rise") else "lost"
    require(result == order["state"], "wrongOutcome")
    limits, decimals = terms["stakes"].get(order["currency"]), K["currencies"].get(order["currency"])
    require(limits and [order["seconds"], order["payoutBps"]] in terms["periods"], "wrongPayout")
    stake = whole(order["amount"], decimals)
    least, most, unit = (constant(limits[name], decimals) for name in ("min", "max", "unit"))
    require(least <= stake <= most and stake % unit == 0, "wrongPayout")
    payout = {"won": stake + up(stake * order["payoutBps"], 10_000), "lost": 0}.get(result, stake)
    require(order["payout"] == written(payout, decimals), "wrongPayout")
    due = {"openTime": opening and opening["time"], "closeTime": due_at, "openTick": opening, "closeTick": closing}
    due |= {"buyPrice": opening and opening["price"], "finalPrice": closing and closing["price"], "payout": order["payout"]}
    agree("option", order, due, accepted, "wrongOutcome")
    require(receipt["after"], "early")
    return "verified"


# Spot orders.


def book(side, tick, symbol):
    """The levels that an order of this side meets, the best first: price and quantity."""
    pair, scales = K["spot"]["pairs"][symbol], K["instruments"][symbol]
    price, digits = whole(tick["price"], scales["price"]), tick["hash"][32 if side == "buy" else 0 :]
    unit, most = (constant(pair[name], scales["quantity"]) for name in ("unit", "max"))
    step, half, million = constant(pair["step"], scales["price"]), pair["spreadPpm"] // 2, 1_000_000
    best = ceiling(price * (million + half), million) if side == "buy" else price * (million - half) // million
    for level in range(20):
        at = best + level * step if side == "buy" else best - level * step
        if at > 0:
            yield at, most // unit * (384 + int(digits[level : level + 2], 16)) // 10_240 * unit


def value(symbol, quantity, price):
    """What a quantity is worth at a price, in millionths of USDT."""
    scales = K["instruments"][symbol]
    return down(quantity * price * 10**USDT, 10 ** (scales["price"] + scales["quantity"]))


def taken(order, left, bound, tick):
    """What the book of a tick gives an order: the quantity, and what it is worth."""
    quantity, worth = 0, 0
    for price, there in list(book(order["side"], tick, order["symbol"]))[order["level"] :]:
        part = min(left - quantity, there) if (price <= bound if order["side"] == "buy" else price >= bound) else 0
        quantity += part
        worth += value(order["symbol"], part, price)
    return quantity, worth


def spot(receipt):
    order, proofs, decided = receipt["order"], receipt["proofs"], receipt["decided"]
    symbol, side, cause, accepted, fills = (order[name] for name in ("symbol", "side", "cause", "acceptedAt", "fills"))
    is_over, by_owner = order["list"] == 1, order["type"] == "limit" and order["timeInForce"] != "ioc"
    require(fills or (is_over and cause in ("bound", "postOnly", "noPrice")), "incomplete")
    require(len(proofs) == len(fills), "brokenChain")
    pair, scales, fee_bps = K["spot"]["pairs"].get(symbol), K["instruments"].get(symbol), order["feeBps"]
    require(pair and side in ("buy", "sell") and fee_bps in K["spot"]["feeBps"] and order["level"] >= 0, "wrongFill")
    base, price_of = scales["quantity"], 10 ** (scales["quantity"] + scales["price"])
    left, bound = whole(order["quantity"], base), whole(order["bound"], scales["price"])
    require(0 < left <= constant(pair["max"], base) and left % constant(pair["unit"], base) == 0, "wrongFill")
    is_market = order["type"] == "market" and order["price"] is None and order["timeInForce"] == "gtc"
    is_limit = order["type"] == "limit" and order["price"] == order["bound"] and order["timeInForce"] in ("gtc", "ioc", "postOnly")
    require(is_market or is_limit, "wrongFill")

    def average(quantity, worth):
        return written(half_even(worth * price_of, quantity * 10**USDT), scales["price"])

    def held_for(quantity):
        if side == "sell":
            return quantity * 10 ** (K["currencies"][scales["base"]] - base)
        worth = value(symbol, quantity, bound)
        return worth + worth * fee_bps // 10_000

    start, worths, fees = accepted, 0, 0
    for number, (fill, proof) in enumerate(zip(fills, proofs)):
        tick = fill["tick"]
        ends_with(proof, tick, symbol)
        in_time = is_first(proof, start) and tick["time"] <= start + STALE
        if is_market or order["timeInForce"] == "ioc":
            require(in_time and (is_market or number == 0), "wrongTick")
        else:
            require(is_first_that(proof, start, lambda each: taken(order, left, bound, each)[0] > 0), "wrongTick")
            # The first tick that a post-only order meets fills nothing.
            eager = order["timeInForce"] == "postOnly" and number == 0 and [each for each in proof["ticks"] if each["time"] >= start][0] == tick
            require(not (eager and begins(proof, start) and tick["time"] <= start + STALE), "wrongTick")
        quantity, worth = taken(order, left, bound, tick)
        fee = worth * fee_bps // 10_000
        require(quantity > 0, "wrongFill")
        due = [written(quantity, base), written(worth, USDT), written(fee, USDT), average(quantity, worth), tick]
        require([fill[name] for name in ("quantity", "worth", "fee", "price", "tick")] == due and len(fill) == 5, "wrongFill")
        start, left, worths, fees = tick["time"] + 1, left - quantity, worths + worth, fees + fee

    require(decided is None or cause in ("bound", "postOnly", "noPrice"), "wrongTick")
    if is_over and left > 0 and cause == "noPrice":
        require(not by_owner and decided, "wrongTick")
        chain(decided, symbol)
        require(is_gap(decided, start, start + STALE), "wrongTick")
    elif is_over and left > 0 and cause in ("bound", "postOnly"):
        require(decided and decided["ticks"], "wrongTick")
        ends_with(decided, decided["ticks"][-1], symbol)
        tick = decided["ticks"][-1]
        require(is_first(decided, start) and tick["time"] <= start + STALE, "wrongTick")
        fills_some = taken(order, left, bound, tick)[0] > 0
        post_only = order["timeInForce"] == "postOnly"
        require((post_only and not fills and fills_some) if cause == "postOnly" else not by_owner and not fills_some, "wrongTick")
    elif is_over and left > 0:
        require(by_owner if cause == "user" else cause == "immediate" and order["timeInForce"] == "ioc", "wrongTick")
    else:
        require(cause is None, "wrongTick")

    filled = whole(order["quantity"], base) - left
    state = ("partly" if filled else "returned") if left else "filled"
    if not is_over:
        require(left and order["state"].startswith("filling."), "wrongSum")
    gives = "USDT" if side == "buy" else scales["base"]
    rest = written(held_for(left) if left else 0, K["currencies"][gives])
    none = written(0, K["currencies"][gives])
    due = {"currency": gives, "filled": written(filled, base), "worth": written(worths, USDT), "fee": written(fees, USDT)}
    due |= {"held": none if is_over else rest, "released": rest if is_over else none, "fills": fills, "cause": cause}
    due |= {"averagePrice": average(filled, worths) if filled else None, "state": state if is_over else order["state"]}
    agree("spot", order, due, start - 1, "wrongSum")
    return "verified"


KINDS = {"option": option, "spot": spot}


def kind_of(receipt):
    order = receipt["order"]
    kind = "option" if "seconds" in order else "spot" if "timeInForce" in order else None
    require(kind, "unknownKind")
    return kind


def verdict_of(receipt):
    try:
        return KINDS[kind_of(receipt)](receipt)
    except Verdict as verdict:
        return str(verdict)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, ArithmeticError):
        return "malformed"


def main(paths):
    if hashlib.sha256(PUBLISHED).hexdigest() != CONSTANTS_SHA256:
        print("constants.json is not the one that this verifier was published with", file=sys.stderr)
        return 1
    verdicts = []
    for path in paths or ["-"]:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            answer = json.load(file)
        receipt = answer["message"] if "message" in answer else answer
        verdicts.append(verdict_of(receipt))
        print(f"{path}: {verdicts[-1]}")
        if verdicts[-1] == "verified":
            for title, names in (("ordered", ORDERED), ("stated by the server, not proven", STATED)):
                said = (f"{name}={receipt['order'][name]}" for name in names[kind_of(receipt)])
                print(f"  {title}: {', '.join(said)}")
    return 0 if all(each == "verified" for each in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
