import type { OrderRow } from '../../server/order-kind.ts'
import { nextRollover } from '../../src/rules/forex/rollover.ts'
import type { LeverDirection } from '../../src/rules/lever/lever.ts'
import { findContract } from '../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import type { Person } from './person.ts'
import { DAY_MS, type World } from './world.ts'

/** Draws a strategy's choices, the same in each round. */
export type Choice = {
  /** One of these values. */
  of<Value>(...all: readonly Value[]): Value
  /** From one amount to another, as often of each order of magnitude. */
  between(from: number, to: number): number
}

/** A strategy of one user, or of two who share the result. `world`: the time, and the displayed prices. */
export type Scene = { world: World; a: Person; b: Person; choose: Choice; coin: string; pair: string }

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

const id = (row: OrderRow | undefined) => row?.id ?? ''
const newest = (person: Person, table: string) => id(person.mine(table).at(-1))
const other = (direction: LeverDirection): LeverDirection => (direction === 'long' ? 'short' : 'long')
const leverageOf = (symbol: string, choose: Choice) => choose.of(1, 3, findContract(symbol)?.tiers[0]?.leverageMax ?? 1)
/** Maximum notional of a user on a symbol at full leverage, in USDT. */
const reachOf = (symbol: string) => Number(findContract(symbol)?.tiers[0]?.upTo ?? 0) * 0.45

/** Waits until the record has the requested ticks. */
const record = ({ world }: Scene) => world.pass(2 * SECOND_MS, 4)

async function gamble(scene: Scene, person: Person, direction: LeverDirection, share: number): Promise<void> {
  const { coin, world, choose } = scene
  const leverage = leverageOf(coin, choose)
  await person.contract(coin, direction, {
    worth: Math.min(reachOf(coin), person.available() * share * leverage * 0.95),
    leverage,
  })
  await record(scene)
  await world.pass(choose.of(1, 6, 48) * HOUR_MS, 30)
  await person.closeContract(newest(person, 'levers'))
  await record(scene)
}

async function borrowed({ world, choose }: Scene, person: Person): Promise<void> {
  await person.borrow(choose.of(1_000, 5_000, 10_000), choose.of(7, 30))
  await world.pass(35 * SECOND_MS, 2)
}

/** Opens as many lots on one side as on the other, of one person or of two, waits, and closes all. */
async function longAndShort(scene: Scene, wait: (scene: Scene) => Promise<void>): Promise<void> {
  const { a, b, choose, pair, world } = scene
  const second = choose.of(a, b)
  const lots = choose.of(0.1, 0.4)
  await a.lots(pair, 'long', lots)
  await second.lots(pair, 'short', lots)
  await record(scene)
  await wait(scene)
  for (const each of new Set([a, second])) for (const row of each.mine('forex_positions')) await each.closeLots(row.id)
  await world.pass(3 * DAY_MS, 6)
}

/** Strategy templates, by what they do. Each combination of their choices is a separate strategy. */
export const templates: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  async 'borrows, takes out what is there, and gambles with the rest'(scene) {
    const { a, choose } = scene
    await borrowed(scene, a)
    await a.withdraw(a.equity() * choose.of(0.5, 0.9, 0.995))
    await gamble(scene, a, choose.of('long', 'short'), choose.of(0.5, 1))
    await a.withdraw(a.equity() * choose.of(0.5, 0.99))
  },
  async 'borrows, and two bet against each other'(scene) {
    const { a, b, choose, coin, world } = scene
    await borrowed(scene, a)
    await borrowed(scene, b)
    for (const each of [a, b]) await each.withdraw(each.equity() * choose.of(0.9, 0.995))
    const leverage = leverageOf(coin, choose)
    const worth = Math.min(reachOf(coin), a.available() * leverage * choose.of(0.5, 0.95))
    await a.contract(coin, 'long', { worth, leverage })
    await b.contract(coin, 'short', { worth, leverage })
    await record(scene)
    await world.pass(choose.of(6, 72) * HOUR_MS, 40)
    for (const each of [a, b]) await each.closeContract(newest(each, 'levers'))
    await record(scene)
    for (const each of [a, b]) await each.withdraw(each.equity() * 0.99)
  },
  async 'borrows, and takes out'(scene) {
    const { a, choose } = scene
    await borrowed(scene, a)
    await a.withdraw(a.available() * choose.of(0.5, 0.7, 0.999))
    await a.withdraw(a.available() * choose.of(0.1, 0.5))
  },
  async 'borrows, buys coins, and takes them out'(scene) {
    const { a, choose, coin } = scene
    await borrowed(scene, a)
    const base = instrumentOf(coin).base
    await a.execute(id(await a.quote('USDT', base, a.available() * choose.of(0.4, 0.99))))
    await record(scene)
    await a.withdraw(a.available(base) * choose.of(0.5, 0.99), base)
    await a.withdraw(a.available() * 0.9)
  },
  async 'hosts what is lent'(scene) {
    const { a, choose, world } = scene
    if (choose.of(true, false)) {
      await a.host(choose.of(2_000, 4_999))
      await borrowed(scene, a)
    } else {
      await borrowed(scene, a)
      await a.withdraw(a.equity() * choose.of(0.5, 0.9, 0.97))
    }
    for (let times = 0; times < 2; times++) await a.host(Math.min(4_999, a.available() * choose.of(0.6, 0.99)))
    await world.pass(4 * DAY_MS, 20)
    await a.repay(1)
  },
  async 'joins a plan right before the end of a day, and leaves'({ a, choose, world }) {
    const until = Number(world.plan.opened_ms) + DAY_MS - world.now
    await world.pass(Math.max(SECOND_MS, until - choose.of(31, 40, 600, 3_600) * SECOND_MS), 3)
    await a.host(choose.of(500, 4_999))
    await world.pass(choose.of(35, 60, 90_000) * SECOND_MS, 6)
    if (choose.of(true, false)) await a.leavePlan(newest(a, 'plan_orders'))
    await world.pass(4 * DAY_MS, 10)
  },
  async 'cancels a fixed deposit'({ a, choose, world }) {
    await a.deposit(choose.of('USDT-7', 'USDT-30'), choose.of(100, 9_000))
    await world.pass(choose.of(SECOND_MS, DAY_MS, 6.99 * DAY_MS), 3)
    await a.cancelDeposit(newest(a, 'savings'))
  },
  async 'is long and short over a stop of the server'(scene) {
    const { a, b, choose, coin, world } = scene
    const leverage = findContract(coin)?.tiers[0]?.leverageMax ?? 1
    const shorts = choose.of(a, b)
    const worth = reachOf(coin)
    await a.contract(coin, 'long', { worth, leverage })
    await shorts.contract(coin, 'short', { worth, leverage })
    await record(scene)
    await world.stop(choose.of(12, 48, 168) * HOUR_MS)
    for (const each of new Set([a, shorts])) for (const row of each.mine('levers')) await each.closeContract(row.id)
    await record(scene)
  },
  async 'is long and short, and moves stops and margins'(scene) {
    const { a, b, choose, coin, world } = scene
    const leverage = leverageOf(coin, choose)
    const shorts = choose.of(a, b)
    const worth = Math.min(reachOf(coin), a.available() * 0.4 * leverage)
    await a.contract(coin, 'long', { worth, leverage })
    await shorts.contract(coin, 'short', { worth, leverage })
    await record(scene)
    for (let times = 0; times < 3; times++) {
      await world.pass(choose.of(0.1, 2, 24) * HOUR_MS, 20)
      world.blink(700)
      for (const each of new Set([a, shorts])) {
        for (const row of each.mine('levers')) {
          if (choose.of(true, false)) await each.addMargin(row.id, choose.between(1, 100))
          if (choose.of(true, false)) await each.setStop(row.id, coin, world.shown(coin))
          if (choose.of(true, false, false)) await each.closeContract(row.id)
        }
      }
      await record(scene)
    }
  },
  async 'adds margin and closes within a second'(scene) {
    const { a, choose, coin, world } = scene
    const leverage = leverageOf(coin, choose)
    await a.contract(coin, choose.of('long', 'short'), { worth: Math.min(reachOf(coin), 2_000 * leverage), leverage })
    await record(scene)
    const order = newest(a, 'levers')
    const acts = [() => a.addMargin(order, choose.between(10, 500)), () => a.closeContract(order)]
    for (const act of choose.of(true, false) ? acts : acts.toReversed()) {
      await act()
      world.blink(choose.of(50, 300))
    }
    await record(scene)
  },
  async 'waits with a limit order, and takes it back'(scene) {
    const { a, choose, coin, world } = scene
    const long = choose.of(true, false)
    const off = (world.shown(coin) * BigInt(choose.of(1, 10))) / 2_000n
    const limit = long ? world.shown(coin) - off : world.shown(coin) + off
    const leverage = leverageOf(coin, choose)
    await a.contract(coin, long ? 'long' : 'short', {
      worth: Math.min(reachOf(coin), 2_000 * leverage),
      leverage,
      limit,
    })
    for (let times = 0; times < 6; times++) {
      await world.pass(10 * SECOND_MS, 10)
      world.blink(600)
      const isPast = long ? world.shown(coin) < limit : world.shown(coin) > limit
      const order = newest(a, 'levers')
      if (isPast && choose.of(true, false)) await a.cancelContract(order)
      await a.closeContract(order)
    }
    await record(scene)
  },
  async 'waits with an order in lots at a price, and takes it back'(scene) {
    const { a, choose, pair, world } = scene
    const long = choose.of(true, false)
    const type = choose.of('limit', 'stop')
    const off = (world.shown(pair) * BigInt(choose.of(1, 10))) / 20_000n
    const isBelow = long === (type === 'limit')
    const price = isBelow ? world.shown(pair) - off : world.shown(pair) + off
    await a.lots(pair, long ? 'long' : 'short', choose.of(0.1, 0.4), { type, price })
    for (let times = 0; times < 6; times++) {
      await world.pass(choose.of(10, 600) * SECOND_MS, 10)
      world.blink(600)
      const isReached = isBelow ? world.shown(pair) < price : world.shown(pair) > price
      const order = newest(a, 'forex_positions')
      if (isReached && choose.of(true, false)) await a.cancelLots(order)
      await a.closeLots(order)
    }
    await record(scene)
  },
  async 'holds lots over a rollover'(scene) {
    const { a, choose, pair, world } = scene
    const direction = choose.of('long', 'short')
    // Wednesdays, with their triple rollover, more often than others.
    const isThree = choose.of(true, false)
    let rollover = nextRollover(world.now)
    for (let days = choose.of(0, 1, 2); days > 0 || (isThree && rollover.nights < 3); days--) {
      rollover = nextRollover(rollover.at)
    }
    await world.pass(Math.max(SECOND_MS, rollover.at - 30 * SECOND_MS - world.now), 12)
    await a.lots(pair, direction, choose.of(0.1, 0.4))
    await record(scene)
    await world.pass(choose.of(0.02, 1, 48) * HOUR_MS, 8)
    await a.closeLots(newest(a, 'forex_positions'))
    await record(scene)
  },
  async 'holds lots for weeks'(scene) {
    const { a, choose, pair, world } = scene
    await a.lots(pair, choose.of('long', 'short'), choose.of(0.02, 0.1))
    await record(scene)
    await world.pass(choose.of(8, 30, 60) * DAY_MS, 120)
    await a.closeLots(newest(a, 'forex_positions'))
    await world.pass(3 * DAY_MS, 6)
  },
  'is long and short in lots': (scene) =>
    longAndShort(scene, ({ choose, world }) => world.pass(choose.of(1, 5, 12) * DAY_MS, 40)),
  'is long and short in lots over a stop of the server': (scene) =>
    longAndShort(scene, ({ choose, world }) => world.stop(choose.of(12, 72, 168) * HOUR_MS)),
  async 'swaps to and fro'({ a, choose, coin, world }) {
    const base = instrumentOf(coin).base
    for (let times = 0; times < choose.of(1, 3); times++) {
      await world.pass(SECOND_MS, 2)
      await a.execute(id(await a.quote('USDT', base, a.available() * choose.of(0.1, 0.9))))
      await world.pass(SECOND_MS, 2)
      await a.execute(id(await a.quote(base, 'USDT', a.available(base))))
    }
  },
  async 'swaps at the record where the price has gone on'({ a, choose, coin, world }) {
    const base = instrumentOf(coin).base
    const least = choose.of(0.5, 1.1) / 1_000
    for (let times = 0; times < 40; times++) {
      await world.pass(SECOND_MS, 1)
      world.blink(1_500)
      const move = Number(world.shown(coin)) / Number(world.newest(coin)?.price ?? 1n) - 1
      if (Math.abs(move) < least) continue
      if (move > 0) await a.execute(id(await a.quote('USDT', base, a.available() * 0.9)))
      else await a.execute(id(await a.quote(base, 'USDT', a.available(base))))
    }
  },
  async 'holds a quote for the best moment'({ a, choose, coin, world }) {
    const base = instrumentOf(coin).base
    const least = choose.of(3.05, 4) / 1_000
    for (let times = 0; times < 30; times++) {
      await world.pass(2 * SECOND_MS, 1)
      const at = Number(world.newest(coin)?.price ?? 1n)
      const held = id(await a.quote('USDT', base, a.available() * 0.5))
      for (let looks = 0; looks < 9; looks++) {
        world.blink(1_000)
        if (Number(world.shown(coin)) / at - 1 > least && (await a.execute(held))) break
      }
    }
  },
  async 'buys an option by what is shown'({ a, choose, coin, world }) {
    const least = choose.of(1, 3)
    const seconds = choose.of(30, 60)
    const usual = 0.9 / Math.sqrt(365.25 * 86_400)
    for (let times = 0; times < 12; times++) {
      await world.pass(SECOND_MS, 1)
      world.blink(1_500)
      const move = Number(world.shown(coin)) / Number(world.newest(coin)?.price ?? 1n) - 1
      if (Math.abs(move) < least * usual) continue
      await a.option(coin, move > 0 ? 'rise' : 'fall', 100, seconds)
      await world.pass((seconds + 3) * SECOND_MS, 3)
    }
  },
  async 'bets on both sides with options'({ a, b, choose, coin, world }) {
    const seconds = choose.of(30, 120, 300)
    const stake = choose.of(10, 500)
    await a.option(coin, 'rise', stake, seconds)
    if (choose.of(true, false)) world.blink(400)
    await b.option(coin, 'fall', stake, seconds)
    if (choose.of(true, false)) {
      await world.pass((seconds - 3) * SECOND_MS, 4)
      await world.stop(choose.of(4, 8, 60) * SECOND_MS)
    }
    await world.pass((seconds + 8) * SECOND_MS, 4)
  },
  async 'pays coins in, and takes them out'({ a, choose, coin, world }) {
    const base = instrumentOf(coin).base
    const one = Number(world.shown(coin)) / 10 ** instrumentOf(coin).scale
    await a.payIn(choose.of(100, 5_000) / one, base)
    await world.pass(choose.of(SECOND_MS, HOUR_MS), 3)
    if (choose.of(true, false)) await a.execute(id(await a.quote(base, 'USDT', a.available(base))))
    await a.withdraw(a.available(base) * 0.99, base)
    await a.withdraw(a.available() * choose.of(0.3, 0.99))
  },
  /** Whatever one can do, in any order. */
  async 'does anything'(scene) {
    const { a, b, choose, coin, pair, world } = scene
    const base = instrumentOf(coin).base
    for (let acts = 0; acts < 12; acts++) {
      const person = choose.of(a, a, b)
      const direction = choose.of<LeverDirection>('long', 'short')
      const leverage = leverageOf(coin, choose)
      const money = person.available() * choose.of(0.05, 0.3, 0.9)
      const isMore = choose.of(true, false)
      await choose.of<() => Promise<unknown>>(
        () => person.borrow(choose.of(100, 2_000, 10_000), choose.of(7, 14)),
        () => person.repay(choose.of(0.2, 1)),
        () => person.withdraw(money),
        () => person.host(Math.min(money, 4_999)),
        () => person.leavePlan(newest(person, 'plan_orders')),
        () => person.deposit('USDT-7', money),
        () => person.cancelDeposit(newest(person, 'savings')),
        () => person.option(coin, direction === 'long' ? 'rise' : 'fall', Math.min(2_000, money), choose.of(30, 300)),
        () => person.contract(coin, direction, { worth: Math.min(reachOf(coin), money * leverage), leverage }),
        () => person.contract(coin, other(direction), { worth: Math.min(reachOf(coin), money * leverage), leverage }),
        () => person.addMargin(newest(person, 'levers'), choose.between(1, 200)),
        () => person.closeContract(newest(person, 'levers')),
        () => person.lots(pair, direction, choose.of(0.01, 0.1)),
        () => person.closeLots(newest(person, 'forex_positions')),
        async () =>
          person.execute(
            id(
              await person.quote(
                isMore ? 'USDT' : base,
                isMore ? base : 'USDT',
                isMore ? money : person.available(base),
              ),
            ),
          ),
        () => world.stop(choose.of(10 * SECOND_MS, HOUR_MS, DAY_MS)),
      )()
      await choose.of(
        async () => world.blink(choose.of(100, 900)),
        () => record(scene),
        () => world.pass(choose.of(HOUR_MS, DAY_MS), 6),
      )()
    }
  },
}
