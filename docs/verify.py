#!/usr/bin/env python3
"""Verifies receipts of orders, by docs/protocol.md and docs/constants.json alone: python3 docs/verify.py receipt.json ...

A file is an answer of `microtrade/receipt`, `coin/receipt`, `lever/receipt`, `forex/receipt` or `wallet/flashAgainstReceipt`, whole or its `message` alone; without a file it is read from the standard
input. Each receipt's verdict is one line; below `verified` stand what was ordered, which its owner knows, and what the server alone states,
which nothing proves. The exit code is 0 where all are verified, 1 otherwise.
"""

import datetime
import hashlib
import json
import pathlib
import re
import sys
from decimal import Decimal

CONSTANTS_SHA256 = "4dcec75e4f48ff3fb230aa9af7f0b9799a2d198bc3b3154321d272f36bd1e6a6"
PUBLISHED = pathlib.Path(__file__).with_name("constants.json").read_bytes()
K = json.loads(PUBLISHED)
GENESIS, DAY_MS, USDT = "0" * 64, 86_400_000, 6
EPOCH = datetime.date(1970, 1, 1)
STALE, LOOK_BACK = K["staleAfterMs"], K["lookBackMs"]

# What was ordered: the rest follows from it and from the record. Compare it with what you know you ordered.
ORDERED = {
    "option": ["symbol", "direction", "currency", "amount", "seconds", "payoutBps"],
    "spot": ["symbol", "side", "type", "timeInForce", "quantity", "price", "bound", "level", "feeBps"],
    "contract": ["symbol", "direction", "type", "leverage", "ordered", "price", "takeProfit", "stopLoss", "next", "adding", "closing", "paid"]
    + ["feeBps", "liquidationFeeBps", "tiers", "fundingTerms"],
    "lots": ["symbol", "direction", "type", "price", "lots", "takeProfit", "stopLoss", "next", "closing", "lot", "leverage", "spread", "swapPoints", "stopOutBps", "via"],
    "swap": ["from", "to", "amount", "spreadBps", "feeBps"],
}
# What only the server states: within the limits that the record sets, nothing proves it.
STATED = {
    "option": ["id", "version", "acceptedAt", "settledAt"],
    "spot": ["id", "version", "acceptedAt", "settledAt", "strategyId"],
    "contract": ["id", "version", "acceptedAt", "settledAt", "exposure", "reserve", "fills.since"],
    "lots": ["id", "version", "acceptedAt", "settledAt", "reserve", "closingAt", "stopsAt", "parts.since"],
    "swap": ["id", "version", "quotedAt", "settledAt"],
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


def usdt(text):
    return whole(text, USDT)


def in_usdt(amount):
    return written(amount, USDT)


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


def is_first_in_time(proof, start):
    """The same, and no later than a price may be old."""
    return is_first(proof, start) and proof["ticks"][0]["time"] <= start + STALE


def is_first_that(proof, start, decides):
    """Whether the tick of a proof is the first one since a time that decides, of the last minute before it."""
    *earlier, tick = proof["ticks"]
    if tick["time"] < start or not begins(proof, max(start, tick["time"] - LOOK_BACK)):
        return False
    return decides(tick) and not any(decides(each) for each in earlier if each["time"] >= start)


def are_gaps(gaps, proofs, symbol):
    """Requires that there is nothing on the record between the two ticks of each gap."""
    require(len(proofs) == len(gaps), "brokenChain")
    for gap, proof in zip(gaps, proofs):
        require(gap["before"] and gap["after"] and proof["ticks"] == [gap["before"], gap["after"]], "brokenChain")
        chain(proof, symbol)


def is_gap_since(gap, time):
    """Whether a gap is longer than what is usual, and began at or after a time."""
    return gap["after"]["time"] - gap["before"]["time"] > K["gapMs"] and gap["before"]["time"] >= time


def are_passed(order, prices):
    """Whether some of these prices lie beyond the take profit or the stop loss of an order: it opens at none of them."""
    ways = ((order.gains, order.is_long), (order.loses, not order.is_long))
    return any(level is not None and any(price > level if is_above else price < level for price in prices) for level, is_above in ways)


def taken_by(equity, gain):
    """What a gap takes from a gain: as much of it as is more than what could have been lost there."""
    return max(0, gain - max(0, equity))


def agree(kind, order, due, ended_from, otherwise):
    """Requires that an order says what is due, its state's codes, when it ended if it did, and nothing else."""
    codes = K["states"][kind].get(order["state"])
    require(codes and [order["list"], order["status"]] == codes, otherwise)
    require(all(order[name] == value for name, value in due.items()), otherwise)
    others = {name for name in ORDERED[kind] + STATED[kind] if "." not in name}
    require(order.keys() == {*due, *others, "state", "list", "status"}, "malformed")
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


# Swaps.


def swap(receipt):
    order, proofs, legs = receipt["order"], receipt["proofs"], receipt["order"]["legs"]
    sold, bought, quoted, price = order["from"], order["to"], order["quotedAt"], {}
    require(sold != bought and sold in K["currencies"] and bought in K["currencies"], "wrongOutcome")
    due = [(side, f"{coin}USDT") for side, coin in (("sell", sold), ("buy", bought)) if coin != "USDT"]
    require(len(proofs) == len(legs) == len(due), "brokenChain")
    for (side, symbol), leg, proof in zip(due, legs, proofs):
        ends_with(proof, leg["tick"], symbol)
        require(len(proof["ticks"]) == 1, "brokenChain")
        require(leg.keys() == {"side", "tick"} and leg["side"] == side and 0 <= quoted - leg["tick"]["time"] <= STALE, "wrongTick")
        price[side] = (whole(leg["tick"]["price"], K["instruments"][symbol]["price"]), 10 ** K["instruments"][symbol]["price"])
    known = [terms for terms in K["swaps"] if [terms["spreadBps"], terms["feeBps"]] == [order["spreadBps"], order["feeBps"]]]
    amount, unit, spread = whole(order["amount"], K["currencies"][sold]), {code: 10**decimals for code, decimals in K["currencies"].items()}, order["spreadBps"]
    require(known and amount > 0 and all(at > 0 for at, _ in price.values()), "wrongFill")

    via = amount
    if "sell" in price:
        at, of = price["sell"]
        via = amount * at * (10_000 - spread) * unit["USDT"] // (unit[sold] * of * 10_000)
    fee = via * order["feeBps"] // 10_000
    receive = via - fee
    if "buy" in price:
        at, of = price["buy"]
        receive = (via - fee) * unit[bought] * of * 10_000 // (at * (10_000 + spread) * unit["USDT"])
    require(via >= constant(known[0]["min"], USDT) and receive > 0, "wrongFill")
    dealt = {side: (at * (10_000 - spread if side == "sell" else 10_000 + spread), of) for side, (at, of) in price.items()}
    if len(dealt) == 2:
        (sell, of), (buy, by) = dealt["sell"], dealt["buy"]
        rate = {"base": sold, "quote": bought, "price": written(half_even(sell * by * 10**8, buy * of), 8)}
    else:
        ((at, of),) = dealt.values()
        coin = sold if "sell" in dealt else bought
        rate = {"base": coin, "quote": "USDT", "price": written(half_even(at * 10**8, 10_000 * of), 8)}
    due = {"usdt": in_usdt(via), "fee": in_usdt(fee), "receive": written(receive, K["currencies"][bought]), "rate": rate}
    require(all(order[name] == said for name, said in due.items()), "wrongSum")
    ends = order["expiresAt"]
    require(order["state"] == "executed" and order["status"] == 1 and ends in (quoted + terms["seconds"] * 1_000 for terms in known), "wrongOutcome")
    require(order["settledAt"] is not None and quoted <= order["settledAt"] < ends, "wrongOutcome")
    require(order.keys() == {*due, *ORDERED["swap"], *STATED["swap"], "legs", "expiresAt", "state", "status"}, "malformed")
    return "verified"


# Leveraged contracts.


def offset_of(zone, day):
    """The ms that a zone's clocks are behind UTC on the evening of a day. New York keeps summer time from the second Sunday of March to the first of November."""
    if zone == "UTC":
        return 0
    date = EPOCH + datetime.timedelta(days=day)
    sunday = lambda month, first: datetime.date(date.year, month, first) + datetime.timedelta(days=6 - datetime.date(date.year, month, first).weekday())
    return (4 if sunday(3, 8) <= date < sunday(11, 1) else 5) * DAY_MS // 24


def end_of(calendar, day):
    """When a day since the epoch ends by a calendar, in ms."""
    hours, minutes = map(int, calendar["closes"].split(":"))
    return day * DAY_MS + (hours * 60 + minutes) * 60_000 + offset_of(calendar["zone"], day)


def easter(year):
    """Easter Sunday, by Butcher's method."""
    century, rest, golden = year // 100, year % 100, year % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    days = moon + week - 7 * ((golden + 11 * moon + 22 * week) // 451) + 114
    return datetime.date(year, days // 31, days % 31 + 1)


def is_traded(calendar, day):
    """Whether a market has a session that ends on a day: from Monday to Friday, but for holidays."""
    date = EPOCH + datetime.timedelta(days=day)
    names = (date.strftime("%m-%d"), f"easter{(date - easter(date.year)).days:+d}")
    return date.weekday() < 5 and not any(name in calendar["holidays"] for name in names)


def deliveries_of(kind, time):
    """When a contract that is ordered at a time ends by itself, by each calendar that its market had: before a weekend or holiday."""

    def delivery_by(calendar):
        day = time // DAY_MS - 1
        while end_of(calendar, day) <= time or not is_traded(calendar, day):
            day += 1
        while is_traded(calendar, day + 1):
            day += 1
        return end_of(calendar, day) - K["contracts"]["deliveryBeforeMs"]

    return [None] if kind == "crypto" else [delivery_by(calendar) for calendar in K["calendars"][kind]]


class Part:
    """What is open of a contract, or is closed of it at once: whole numbers of the least units."""

    def __init__(self, contract, quantity, margin, limited):
        self.contract, self.quantity, self.margin, self.limited = contract, quantity, margin, limited

    def profit(self, price):
        moved = price - self.contract.entry if self.contract.is_long else self.contract.entry - price
        return value(self.contract.symbol, self.quantity, moved) - self.limited

    def over_gap(self, before, after):
        return taken_by(self.margin + self.profit(before), self.profit(after) - self.profit(before))

    def worth(self):
        return value(self.contract.symbol, self.quantity, self.contract.entry)

    def maintenance(self):
        """The margin below which it is liquidated: each tier's rate of what lies within it, from all else of its owner on."""

        def up_to(worth):
            total, start = 0, 0
            for number, (most, rate) in enumerate(self.contract.tiers):
                end = worth if number == len(self.contract.tiers) - 1 else min(worth, constant(most, USDT))
                total, start = total + max(0, end - start) * rate, constant(most, USDT)
            return total

        return (up_to(self.contract.exposure + self.worth()) - up_to(self.contract.exposure)) // 10_000

    def liquidation_price(self):
        if self.quantity == 0:
            return None
        cushion = self.margin - self.limited - self.maintenance()
        of, by = cushion * 10 ** (self.contract.scale + self.contract.base), self.quantity * 10**USDT
        distance = down(of, by) if cushion < 0 else up(of, by)
        level = self.contract.entry - distance if self.contract.is_long else self.contract.entry + distance
        return level if level > 0 else None

    def settle(self, price, cause):
        profit = self.profit(price)
        equity, notional = self.margin + profit, value(self.contract.symbol, self.quantity, price)
        if equity <= 0:
            return {"profit": profit, "fee": 0, "liquidationFee": 0, "returned": 0, "shortfall": -equity}
        fee = min(equity, notional * self.contract.fee_bps // 10_000)
        rest, bps = equity - fee, self.contract.order["liquidationFeeBps"]
        taken = min(rest, rest if bps is None else notional * bps // 10_000) if cause == "liquidation" else 0
        return {"profit": profit, "fee": fee, "liquidationFee": taken, "returned": rest - taken, "shortfall": 0}


class Contract:
    def __init__(self, order):
        self.order, self.symbol, self.is_long = order, order["symbol"], order["direction"] == "long"
        self.accepted, self.delivery, self.fee_bps = order["acceptedAt"], order["deliveryAt"], order["feeBps"]
        scales, published = K["instruments"].get(self.symbol), K["contracts"]
        known = published["symbols"].get(self.symbol)
        require(known and order["direction"] in ("long", "short") and order["leverage"] in published["leverages"], "wrongPayout")
        self.scale, self.base = scales["price"], scales["quantity"]
        self.tiers = [[tier["upTo"], tier["maintenanceBps"]] for tier in order["tiers"] if len(tier) == 2]
        self.ordered, self.reserve, self.exposure = whole(order["ordered"], self.base), usdt(order["reserve"]), usdt(order["exposure"])

        def frozen(tiers):
            """What an order may have frozen: the tiers, or at least the rate that closes it at a profile's part of the margin."""
            rates = [ceiling(bps, order["leverage"]) for bps in published["closeOutBps"]]
            return [tiers] + [[[most, max(rate, least)] for most, rate in tiers] for least in rates]

        def is_by(terms):
            unit, most = constant(terms["unit"], self.base), constant(terms["max"], self.base)
            same = self.tiers in frozen(terms["tiers"]) and len(self.tiers) == len(order["tiers"]) and terms["funding"] == order["fundingTerms"]
            return same and 0 < self.ordered <= most and self.ordered % unit == 0

        require(any(is_by(terms) for terms in known), "wrongPayout")
        require(self.fee_bps in published["feeBps"] and order["liquidationFeeBps"] in published["liquidationFeeBps"], "wrongPayout")
        require(order["currency"] == "USDT" and self.delivery in deliveries_of(scales["kind"], self.accepted), "wrongPayout")
        self.limit, self.gains, self.loses = (order[name] and whole(order[name], self.scale) for name in ("price", "takeProfit", "stopLoss"))
        require(all(price is None or price > 0 for price in (self.limit, self.gains, self.loses)), "wrongPayout")
        require(order["type"] == ("market" if self.limit is None else "limit"), "wrongPayout")
        if self.limit is not None:
            most = self.limit if self.is_long else ceiling(self.limit * (10_000 + published["headroomBps"]), 10_000)
            require(self.reserve == sum(self.cost(most)), "wrongPayout")
        require(self.exposure >= 0 and self.reserve > 0, "wrongPayout")

    def price(self, tick):
        return whole(tick["price"], self.scale)

    def cost(self, price):
        """The margin and the fee of opening."""
        notional = value(self.symbol, self.ordered, price)
        return ceiling(notional, self.order["leverage"]), notional * self.fee_bps // 10_000

    def reaches(self, level, tick, gains):
        """Whether a tick is at a price or beyond it, on the side where the contract gains, or on that where it loses."""
        return level is not None and (self.price(tick) >= level if self.is_long == gains else self.price(tick) <= level)

    def is_met(self, proof):
        if self.limit is None:
            return is_first_in_time(proof, self.accepted)
        return is_first_that(proof, self.accepted, lambda tick: self.reaches(self.limit, tick, False))

    def came_to_nothing(self, decided):
        why, tick = self.order["voidReason"], decided["ticks"][-1] if decided["ticks"] else None
        if why == "noPrice":
            return self.limit is None and is_gap(decided, self.accepted, self.accepted + STALE)
        if why == "delivery" and self.limit is not None:
            require(decided["after"], "early")
            shown = begins(decided, max(self.accepted, self.delivery - LOOK_BACK)) and decided["after"]["time"] >= self.delivery
            missed = [each for each in decided["ticks"] if each["time"] >= self.accepted and self.reaches(self.limit, each, False)]
            return shown and not missed and all(each["time"] < self.delivery for each in decided["ticks"])
        if not tick or not self.is_met(decided):
            return False
        if self.delivery is not None and tick["time"] >= self.delivery:
            return why == "delivery"
        if sum(self.cost(self.price(tick))) > self.reserve:
            return why == "cost"
        return why == "stops" and are_passed(self, [self.price(tick)])

    def pass_gaps(self, open_part, gaps, until):
        """Takes what gaps up to a time took. What was added to the margin is on no record: only its least and its most are known."""
        while gaps and (until is None or gaps[0]["after"]["time"] <= until):
            gap = gaps.pop(0)
            there = Part(self, open_part.quantity, usdt(gap["margin"]), open_part.limited)
            took = there.over_gap(self.price(gap["before"]), self.price(gap["after"]))
            least = ceiling(open_part.worth(), self.order["leverage"]) + min(0, usdt(self.order["funding"]))
            require(is_gap_since(gap, self.order["openTick"]["time"]) and took > 0, "wrongPayout")
            require(least <= there.margin <= open_part.margin, "wrongPayout")
            require([gap["quantity"], gap["limited"], len(gap)] == [written(there.quantity, self.base), in_usdt(took), 5], "wrongPayout")
            open_part.limited += took

    def close(self):
        """What each closing closed, what is left, and the sums of all."""
        rest = Part(self, self.ordered, self.paid - self.open_fee + usdt(self.order["funding"]), 0)
        gaps, parts, sums = list(self.order["gaps"] or []), [], {"profit": 0, "fee": 0, "returned": 0}
        for fill in self.order["fills"]:
            self.pass_gaps(rest, gaps, fill["tick"]["time"])
            quantity, margin = whole(fill["quantity"], self.base), usdt(fill["margin"])
            require(0 < quantity <= rest.quantity and margin >= 0, "wrongPayout")
            part = Part(self, quantity, margin, down(rest.limited * quantity, rest.quantity))
            came_to = part.settle(self.price(fill["tick"]), fill["cause"])
            due = {name: in_usdt(amount) for name, amount in came_to.items()} | {"limited": in_usdt(part.limited)}
            require(all(fill[name] == amount for name, amount in due.items()), "wrongPayout")
            require(fill.keys() == {*due, "cause", "since", "quantity", "margin", "tick"}, "malformed")
            rest = Part(self, rest.quantity - quantity, rest.margin - margin, rest.limited - part.limited)
            parts.append(part)
            sums = {name: amount + came_to[name] for name, amount in sums.items()}
        self.pass_gaps(rest, gaps, None)
        require(rest.margin >= 0 and (rest.quantity > 0 or rest.margin == 0), "wrongPayout")
        return parts, rest, sums

    def fund(self, opened, rest):
        """Requires what funding came to: at whole intervals since the epoch, by what was open then. What a margin could not pay was not charged."""
        terms, upcoming, claimed = self.order["fundingTerms"], self.order["nextFundingAt"], usdt(self.order["funding"])
        if not terms:
            return require(claimed == 0 and upcoming is None, "wrongPayout")
        fills, every = self.order["fills"], terms["hours"] * DAY_MS // 24

        def payment(time):
            closed = sum(whole(fill["quantity"], self.base) for fill in fills if time is None or fill["tick"]["time"] <= time)
            worth = value(self.symbol, self.ordered - closed, self.entry)
            return down(worth * (-terms["ppm"] if self.is_long else terms["ppm"]), 1_000_000)

        if rest.quantity == 0:
            require(upcoming is None, "wrongPayout")
        until = fills[-1]["tick"]["time"] if rest.quantity == 0 else upcoming
        if until is None:
            return require(payment(None) < 0 and rest.margin <= 1, "wrongPayout")
        due = sum(payment(at) for at in range((opened // every + 1) * every, until, every))
        require(upcoming is None or upcoming % every == 0, "wrongPayout")
        require(due <= claimed <= 0 if due < 0 else claimed == due, "wrongPayout")

    def is_closing(self, fill, part, is_last, proof):
        """Whether the tick of a closing is the one that its cause says. One that liquidates does so whatever else would close there."""
        tick, cause, since = fill["tick"], fill["cause"], fill["since"]
        levels = {"liquidation": (part.liquidation_price() if is_last else None, False)}
        levels |= {"takeProfit": (self.gains, True), "stopLoss": (self.loses, False)}
        if self.reaches(levels["liquidation"][0], tick, False) != (cause == "liquidation"):
            return False
        if cause == "delivery":
            is_over = not proof["after"] or proof["after"]["time"] > self.delivery
            return since is None and len(proof["ticks"]) == 1 and tick["time"] <= self.delivery and is_over
        if cause == "user":
            return is_first(proof, since)
        decides = lambda each: any(self.reaches(level, each, gains) for level, gains in levels.values())
        return is_first_that(proof, since, decides) and self.reaches(levels[cause][0], tick, levels[cause][1])


def contract(receipt):
    order, proofs, decided = receipt["order"], receipt["proofs"], receipt["decided"]
    opening, fills = order["openTick"], order["fills"]
    if not opening:
        return contract_of_nothing(order, proofs + receipt["gapProofs"], decided)
    require(len(proofs) == len(fills) + 1 and decided is None, "brokenChain")
    require(all(fill["since"] is not None or fill["cause"] == "delivery" for fill in fills), "incomplete")
    for tick, proof in zip([opening, *(fill["tick"] for fill in fills)], proofs):
        ends_with(proof, tick, order["symbol"])
    are_gaps(order["gaps"] or [], receipt["gapProofs"], order["symbol"])

    own = Contract(order)
    own.entry, own.paid = own.price(opening), usdt(order["paid"])
    require(order["dealPrice"] == opening["price"] and own.is_met(proofs[0]), "wrongOpening")
    require(own.delivery is None or opening["time"] < own.delivery, "wrongOpening")
    initial, own.open_fee = own.cost(own.entry)
    require(initial + own.open_fee <= own.reserve and not are_passed(own, [own.entry]), "wrongOpening")
    require(own.paid - own.open_fee >= initial, "wrongPayout")
    parts, rest, sums = own.close()
    own.fund(opening["time"], rest)
    last = opening["time"]
    for fill, part, proof in zip(fills, parts, proofs[1:]):
        is_last = part is parts[-1] and rest.quantity == 0
        require(fill["tick"]["time"] >= last and own.is_closing(fill, part, is_last, proof), "wrongClosing")
        last = fill["tick"]["time"]

    state, is_over, asks = order["state"], order["list"] == 1, order["next"] is not None or usdt(order["adding"]) != 0
    cause = fills[-1]["cause"] if is_over and fills else None
    require(is_over == (rest.quantity == 0), "wrongOutcome")
    if is_over:
        ending = "liquidated" if cause == "liquidation" else "won" if sums["returned"] >= own.paid else "lost"
        require(state == ending and not asks and order["closing"] is None, "wrongOutcome")
    else:
        require((state == "open.closing") == (order["closing"] is not None) and not (state == "open.standing" and asks), "wrongOutcome")
    level = None if is_over else rest.liquidation_price()
    due = {"worth": rest.worth(), "margin": rest.margin, "limited": rest.limited, "maintenance": rest.maintenance()}
    due |= {"openFee": own.open_fee, "profit": sums["profit"], "closeFee": sums["fee"], "returned": sums["returned"]}
    due = {name: in_usdt(amount) for name, amount in due.items()}
    due |= {"quantity": written(rest.quantity, own.base), "liquidationPrice": None if level is None else written(level, own.scale)}
    due |= {"dealPrice": opening["price"], "openTick": opening, "voidReason": None, "cause": cause, "fills": fills, "gaps": order["gaps"]}
    due |= {"currency": "USDT", "deliveryAt": own.delivery, "funding": order["funding"], "nextFundingAt": order["nextFundingAt"]}
    agree("contract", order, due, last, "wrongPayout")
    require(cause != "delivery" or proofs[-1]["after"], "early")
    return "verified"


def contract_of_nothing(order, others, decided):
    """One that came to nothing: by the tick that would have opened it, or because none came in time."""
    require(order["state"] == "unexpected" and decided, "incomplete")
    require(not others, "brokenChain")
    chain(decided, order["symbol"])
    own = Contract(order)
    require(own.came_to_nothing(decided), "wrongOpening")
    require(not order["gaps"], "wrongPayout")
    due = {name: in_usdt(0) for name in "worth limited funding openFee margin adding maintenance profit closeFee paid returned".split()}
    due |= {name: None for name in "nextFundingAt dealPrice openTick liquidationPrice next closing cause".split()}
    due |= {"quantity": order["ordered"], "currency": "USDT", "deliveryAt": own.delivery}
    due |= {"fills": [], "gaps": order["gaps"], "voidReason": order["voidReason"]}
    agree("contract", order, due, own.accepted, "wrongPayout")
    return "verified"


# Lots of currencies and metals.


def rollover_at(day):
    """When positions roll over on a day since the epoch: at 17:00 in New York."""
    return end_of(K["calendars"]["forex"][0], day)


def rollovers(start, end):
    """The rollovers between two times, both excluded: each with how many nights it is charged for, three on a Wednesday."""
    for day in range(start // DAY_MS, end // DAY_MS + 1):
        weekday = (EPOCH + datetime.timedelta(days=day)).weekday()
        if weekday < 5 and start < rollover_at(day) < end:
            yield rollover_at(day), 3 if weekday == 2 else 1


class Position:
    def __init__(self, order):
        self.order, self.symbol, self.is_long, self.via = order, order["symbol"], order["direction"] == "long", order["via"]
        published, self.scale = K["lots"], K["instruments"][self.symbol]["price"]
        known = published["pairs"].get(self.symbol)
        require(known and order["direction"] in ("long", "short") and order["currency"] == "USDT", "wrongOpening")
        self.lots, self.spread, self.points = whole(order["lots"], 2), whole(order["spread"], self.scale), whole(order["swapPoints"], self.scale)
        own = [order["lot"], order["leverage"], self.via, self.spread, self.points]

        def is_by(terms):
            points = constant(terms["swap"][order["direction"]], self.scale)
            same = own == [terms["lot"], terms["leverage"], terms["via"], constant(terms["spread"], self.scale), points]
            return same and self.lots <= constant(terms["maxLots"], 2)

        require(any(is_by(terms) for terms in known) and order["stopOutBps"] in published["stopOutBps"], "wrongOpening")
        require(self.lots > 0 and self.lots % constant(published["unit"], 2) == 0, "wrongOpening")
        self.gains, self.loses = (order[name] and whole(order[name], self.scale) for name in ("takeProfit", "stopLoss"))
        require(all(price is None or price > 0 for price in (self.gains, self.loses)), "wrongOpening")
        self.reserve, self.parts, self.gaps = usdt(order["reserve"]), order["parts"], order["gaps"] or []
        self.level, price = None, order["price"]
        require(order["type"] in ("market", "limit", "stop") and (order["type"] == "market") == (price is None), "wrongOpening")
        if price is not None:
            # The recorded price whose deal price is the order's.
            self.level = whole(price, self.scale) + (-1 if self.is_long else 1) * (self.spread // 2)
            require(whole(price, self.scale) > 0 and self.level > 0, "wrongOpening")

    def is_met(self, proof):
        """Whether the tick of a proof opens the order: the first in time, or the first that reaches its price."""
        if self.level is None:
            return self.order["reachedAt"] is None and is_first_in_time(proof, self.order["acceptedAt"])
        is_below = (self.order["type"] == "limit") == self.is_long

        def reaches(tick):
            price = whole(tick["price"], self.scale)
            return price <= self.level if is_below else price >= self.level

        return proof["ticks"][-1]["time"] == self.order["reachedAt"] and is_first_that(proof, self.order["acceptedAt"], reaches)

    def dealt(self, tick, opening):
        """The price at which it is dealt by a tick: half of the spread to the worse of it."""
        half = self.spread // 2
        return whole(tick["price"], self.scale) + (half if self.is_long == opening else -half)

    def turned(self, amount, price):
        """An amount of the quote currency in millionths of USDT, as a fraction: by its rate, or by the price of the pair where that is one of dollars."""
        if self.via:
            return amount * 10**USDT * self.rate, 10 ** (self.scale + K["instruments"][self.via]["price"])
        is_inverse = K["instruments"][self.symbol]["base"] == "USD"
        return amount * 10**USDT, price if is_inverse else 10**self.scale

    def in_favour(self, amount, price):
        of, by = self.turned(amount, price)
        return ceiling(of, by)

    def units(self, lots):
        return lots * self.order["lot"] // 100

    def open(self, tick, rate):
        self.rate = rate and whole(rate["price"], K["instruments"][self.via]["price"])
        self.opened, self.entry = tick["time"], self.dealt(tick, True)
        self.initial = ceiling(self.in_favour(self.units(self.lots) * self.entry, self.entry), self.order["leverage"])

    def moved(self, lots, tick):
        exit = self.dealt(tick, False)
        return self.units(lots) * (exit - self.entry if self.is_long else self.entry - exit), exit

    def profit(self, open, tick):
        """What all that is open gains at a tick. Of a part, it is rounded down."""
        return self.in_favour(*self.moved(open.lots, tick)) - open.limited

    def require_parts(self, closing):
        left, time = self.lots, self.opened
        for part in self.parts:
            lots = whole(part["lots"], 2)
            require(lots > 0 and lots % constant(K["lots"]["unit"], 2) == 0 and part["tick"]["time"] > time, "wrongClosing")
            left, time = left - lots, part["tick"]["time"]
        require(left > 0 and (not closing or closing["time"] >= time + bool(self.parts)), "wrongClosing")

    def stand(self, until, parts, gaps):
        """What is open after these partial closes and gaps, and the rollovers until a time, which is excluded."""
        open, start, waiting = Open(self), self.opened, list(gaps)
        for part in [*parts, None]:
            end = part["tick"]["time"] if part else until
            open.roll(start, end)
            while waiting and (not part or waiting[0]["after"]["time"] <= end):
                open.limited += usdt(waiting.pop(0)["limited"])
            if part:
                open.take(whole(part["lots"], 2))
                # A rollover at that very moment is charged to what is left.
                start = end - 1
        return open

    def before(self, time):
        """What a tick of this time finds open."""
        parts = [part for part in self.parts if part["tick"]["time"] < time]
        return self.stand(time, parts, [gap for gap in self.gaps if gap["after"]["time"] <= time])

    def reaches(self, cause, tick):
        gains = cause == "takeProfit"
        level = self.gains if gains else self.loses
        if cause == "stopOut":
            level = self.before(tick["time"]).stop_out()
        elif tick["time"] < (self.order["stopsAt"] or 0):
            return False
        price = whole(tick["price"], self.scale)
        return level is not None and (price >= level if self.is_long == gains else price <= level)

    def pass_gaps(self, closing):
        since = self.opened
        for number, gap in enumerate(self.gaps):
            end = gap["after"]["time"]
            open = self.stand(end, [part for part in self.parts if part["tick"]["time"] < end], self.gaps[:number])
            before, after = (self.profit(open, gap[name]) for name in ("before", "after"))
            took = taken_by(open.margin + before, after - before)
            require([gap["margin"], gap["limited"], len(gap)] == [in_usdt(open.margin), in_usdt(took), 4] and took > 0, "wrongPayout")
            require(is_gap_since(gap, since) and (not closing or end <= closing["time"]), "wrongPayout")
            since = end

    def closed(self, part, proof):
        """The profit, what returned and the shortfall of a partial close: at the first tick since its request, which left more than the stop-out margin."""
        tick, open = part["tick"], self.before(part["tick"]["time"])
        require(is_first(proof, part["since"]) and not self.reaches("stopOut", tick), "wrongClosing")
        lots = whole(part["lots"], 2)
        initial, margin, limited = open.take(lots)
        of, by = self.turned(*self.moved(lots, tick))
        profit = of // by - limited
        result = [profit, max(0, margin + profit), max(0, -margin - profit)]
        due = dict(zip(["initial", "margin", "limited", "profit", "returned", "shortfall"], map(in_usdt, [initial, margin, limited, *result])))
        due |= {"lots": part["lots"], "since": part["since"], "tick": tick, "closePrice": written(self.dealt(tick, False), self.scale)}
        require(part == due, "wrongPayout")
        return result

    def is_closing(self, tick, proof):
        cause, causes = self.order["cause"], ("stopOut", "stopLoss", "takeProfit")
        if cause == "user":
            return is_first(proof, self.order["closingAt"])
        decides = lambda each: any(self.reaches(name, each) for name in causes)
        since = self.parts[-1]["tick"]["time"] if self.parts else self.opened
        if cause not in causes or not is_first_that(proof, since + 1, decides) or not self.reaches(cause, tick):
            return False
        return cause != "stopLoss" or not self.reaches("stopOut", tick)

    def came_to_nothing(self, decided, rate_proof):
        why, accepted, tick = self.order["voidReason"], self.order["acceptedAt"], decided["ticks"][-1] if decided["ticks"] else None
        if not tick:
            is_waiting = self.level is None and self.order["reachedAt"] is None
            return is_waiting and why == "noPrice" and is_gap(decided, accepted, accepted + STALE) and not rate_proof
        if not self.is_met(decided):
            return False
        rate = None
        if self.via:
            require(rate_proof and rate_proof["after"], "early")
            rate = rate_proof["ticks"][-1] if rate_proof["ticks"] else None
            if not begins(rate_proof, tick["time"] - STALE) or rate_proof["after"]["time"] <= tick["time"]:
                return False
            if not rate:
                return why == "noPrice"
            if rate["time"] > tick["time"]:
                return False
        self.open(tick, rate)
        if self.initial >= self.reserve:
            return why == "cost"
        return why == "stops" and are_passed(self, [whole(tick["price"], self.scale), self.entry])


class Open:
    """What is open of a position: its lots, its margin, its rollovers, and what gaps deducted."""

    def __init__(self, of):
        self.of, self.lots, self.initial, self.margin = of, of.lots, of.initial, of.initial
        self.limited, self.nights, self.swap = 0, 0, 0

    def night(self):
        return self.of.in_favour(self.of.units(self.lots) * self.of.points, self.of.entry)

    def is_spent(self):
        return self.night() < 0 and self.margin <= 1

    def roll(self, start, end):
        """The rollovers between two times, until nothing is left for one."""
        for _, nights in rollovers(start, end):
            if self.is_spent():
                break
            charged = max(self.night() * nights, 1 - self.margin)
            self.nights, self.swap, self.margin = self.nights + nights, self.swap + charged, self.margin + charged

    def take(self, lots):
        """Takes the share of a partial close: initial margin, margin and deductions."""
        taken = [self.initial * lots // self.lots, self.margin * lots // self.lots, ceiling(self.limited * lots, self.lots)]
        self.initial, self.margin, self.limited = (all - part for all, part in zip([self.initial, self.margin, self.limited], taken))
        self.lots -= lots
        return taken

    def stop_out(self):
        """The first recorded price at which no more is left than its terms say of its initial margin; None where there is none above zero."""
        of, units = self.of, self.of.units(self.lots)
        cushion = self.margin - self.limited - self.initial * of.order["stopOutBps"] // 10_000
        if not of.via and K["instruments"][of.symbol]["base"] == "USD":
            worth = units * 10**USDT
            rest = worth + cushion if of.is_long else worth - cushion
            if rest <= 0:
                return None
            exit = worth * of.entry // rest if of.is_long else ceiling(worth * of.entry, rest)
        else:
            value, by = of.turned(units, of.entry)
            exit = of.entry + (-1 if of.is_long else 1) * ceiling(cushion * by, value)
        level = exit + (of.spread // 2 if of.is_long else -(of.spread // 2))
        return level if level > 0 else None


def newer(order):
    """An order with the fields that receipts of before do not have."""
    is_asked = order["list"] == 0 and order["closingAt"] is not None
    open = "0.00" if order["list"] == 1 else order["lots"]
    return {"type": "market", "price": None, "reachedAt": None, "stopsAt": None, "next": None, "parts": [], "openLots": open, "closing": open if is_asked else None} | order


def lots(receipt):
    order, proofs, rate_proof, decided = newer(receipt["order"]), receipt["proofs"], receipt["rateProof"], receipt["decided"]
    opening, closing, rate = order["openTick"], order["closeTick"], order["rateTick"]
    if not opening:
        return lots_of_nothing(order, proofs + receipt["gapProofs"], rate_proof, decided)
    parts = order["parts"]
    claimed = [opening, *(part["tick"] for part in parts), *([closing] if closing else [])]
    require(len(proofs) == len(claimed) and decided is None, "brokenChain")
    for tick, proof in zip(claimed, proofs):
        ends_with(proof, tick, order["symbol"])
    if order["via"] is None:
        require(rate is None and rate_proof is None, "brokenChain")
    else:
        require(rate, "brokenChain")
        ends_with(rate_proof, rate, order["via"])
    are_gaps(order["gaps"] or [], receipt["gapProofs"], order["symbol"])
    own = Position(order)
    own.open(opening, rate)
    require(own.is_met(proofs[0]) and own.initial < own.reserve, "wrongOpening")
    require(not are_passed(own, [whole(opening["price"], own.scale), own.entry]), "wrongOpening")
    if rate:
        after = rate_proof["after"]
        is_last = len(rate_proof["ticks"]) == 1 and (not after or after["time"] > opening["time"])
        require(is_last and 0 <= opening["time"] - rate["time"] <= STALE, "wrongOpening")
    own.require_parts(closing)
    own.pass_gaps(closing)
    asked = order["closingAt"]
    require(asked is None or asked >= order["acceptedAt"], "wrongClosing")
    require(order["stopsAt"] is None or order["stopsAt"] > opening["time"], "wrongClosing")
    results = [own.closed(part, proof) for part, proof in zip(parts, proofs[1:])]
    require(not closing or (closing["time"] >= opening["time"] and own.is_closing(closing, proofs[-1])), "wrongClosing")

    upcoming = order["nextNightAt"]
    until = closing["time"] if closing else upcoming if upcoming is not None else opening["time"] + 10_000 * DAY_MS
    open = own.stand(until, parts, own.gaps)
    if closing or upcoming is None:
        require(upcoming is None and (closing or open.is_spent()), "wrongPayout")
    else:
        since = parts[-1]["tick"]["time"] if parts else opening["time"] + 1
        is_one = upcoming >= since and any(at == upcoming for at, _ in rollovers(upcoming - 1, upcoming + 1))
        require(is_one and not open.is_spent(), "wrongPayout")
    if closing:
        profit = own.profit(open, closing)
        results.append([profit, max(0, open.margin + profit), max(0, -open.margin - profit)])
    profit, returned, shortfall = (sum(each) for each in zip([0, 0, 0], *results))
    due = {"initial": own.initial, "margin": 0 if closing else open.margin, "night": open.night(), "swap": open.swap}
    due |= {"profit": profit, "returned": returned, "shortfall": shortfall, "limited": open.limited}
    due = {name: in_usdt(amount) for name, amount in due.items()}
    prices = {"dealPrice": own.entry, "closePrice": own.dealt(closing, False) if closing else None, "stopOut": None if closing else open.stop_out()}
    due |= {name: None if price is None else written(price, own.scale) for name, price in prices.items()}
    due |= {"openTick": opening, "rateTick": rate, "rate": rate and rate["price"], "closeTick": closing}
    due |= {"nights": open.nights, "nextNightAt": upcoming, "openLots": written(0 if closing else open.lots, 2), "parts": parts}
    due |= {"currency": "USDT", "voidReason": None, "gaps": order["gaps"], "cause": order["cause"] if closing else None, "reachedAt": order["reachedAt"]}
    if closing:
        require(order["list"] == 1 and order["state"] == ("won" if returned >= own.initial else "lost"), "wrongOutcome")
        require(order["next"] is None and order["closing"] is None, "wrongOutcome")
    else:
        require(order["list"] == 0 and (order["state"] == "open.closing") == (asked is not None) == (order["closing"] is not None), "wrongOutcome")
        require(order["closing"] is None or 0 < whole(order["closing"], 2) <= open.lots, "wrongOutcome")
        require(order["state"] != "open.standing" or order["next"] is None, "wrongOutcome")
    agree("lots", order, due, claimed[-1]["time"], "wrongPayout")
    require(not rate or rate_proof["after"], "early")
    return "verified"


def lots_of_nothing(order, others, rate_proof, decided):
    require(order["state"] == "unexpected" and decided, "incomplete")
    require(not others, "brokenChain")
    chain(decided, order["symbol"])
    if rate_proof:
        chain(rate_proof, order["via"])
    require(Position(order).came_to_nothing(decided, rate_proof), "wrongOpening")
    due = {name: in_usdt(0) for name in "initial margin night swap profit returned shortfall limited".split()}
    due |= {name: None for name in "dealPrice openTick rate rateTick stopOut nextNightAt closingAt closing stopsAt next closePrice closeTick cause".split()}
    require(not order["gaps"], "wrongPayout")
    due |= {"openLots": "0.00", "parts": [], "nights": 0, "currency": "USDT", "gaps": order["gaps"], "voidReason": order["voidReason"], "reachedAt": order["reachedAt"]}
    agree("lots", order, due, order["acceptedAt"], "wrongPayout")
    return "verified"


KINDS = {"option": option, "spot": spot, "contract": contract, "lots": lots, "swap": swap}
# What orders of one kind alone say.
MARKS = {"option": "seconds", "spot": "timeInForce", "contract": "fundingTerms", "lots": "swapPoints", "swap": "legs"}


def kind_of(receipt):
    kind = next((kind for kind, mark in MARKS.items() if mark in receipt["order"]), None)
    require(kind, "unknownKind")
    return kind


def verdict_of(receipt):
    try:
        return KINDS[kind_of(receipt)](receipt)
    except Verdict as verdict:
        return str(verdict)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, ArithmeticError):
        return "malformed"


def said(order, name):
    of, _, each = name.partition(".")
    return f"{name}={[part[each] for part in order[of]] if each else order.get(of)}"


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
                print(f"  {title}: {', '.join(said(receipt['order'], name) for name in names[kind_of(receipt)])}")
    return 0 if all(each == "verified" for each in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
