import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byTheRecord, onCrossing, triggersOf } from '../../../server/lever/by-the-record.ts'
import { fillsOf, type LeverRow, positionOf, withTiers } from '../../../server/lever/order.ts'
import { gapBetween } from '../../../server/market/gaps.ts'
import type { TickRow } from '../../../server/market/module.ts'
import type { Move } from '../../../server/orders/module.ts'
import type { Db } from '../../../server/platform/database/database.ts'
import {
  gapLevel,
  limitedOver,
  liquidationPrice,
  marginOf,
  notionalOf,
  profitOf,
} from '../../../src/rules/lever/lever.ts'
import { contracts, findContract } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { describePlatform, MONDAY_NOON } from '../platform.ts'

/*
 * Any legs on a symbol, of one account or of many, over any gap in its record, by the server's own decisions. Their result over it is
 * compared with their value at the price before: a jump gains at most what its mirror image loses, so that no one is paid for a jump that
 * may go either way.
 */

const SYMBOL = 'BTCUSDT'
const { scale, quantityScale } = instrumentOf(SYMBOL)
const unit = parseMoney(contracts.find(({ symbol }) => symbol === SYMBOL)?.unit ?? '', quantityScale) ?? 0n
const BEFORE = parseMoney('40000', scale) ?? 0n
const PPM = 1_000_000n
const ppm = (price: bigint, part: number) => (price * BigInt(part)) / PPM

const tickAt = (seq: bigint, second: number, price: bigint): TickRow => ({
  ...{ symbol: SYMBOL, seq, time_ms: BigInt(MONDAY_NOON + second * 1_000), price },
  hash: String(seq).padStart(64, '0'),
})
/** When the record continues, in seconds, and the positions closed only then. */
const [BACK, LATER] = [43_200, 43_210]

/**
 * A leg before the gap. `moved`: distance of its entry from the price before, in millionths; `added`, `fresh`: margin
 * added before and during the gap, in thousandths; `close`: requested before the price is back, or after; `part`: closed
 * first, in tenths.
 */
type Leg = {
  direction: 'long' | 'short'
  leverage: number
  units: number
  moved: number
  added: number
  fresh: number
  takes: number | null
  stops: number | null
  close: 'in' | 'after'
  part: number
}
const leg: fc.Arbitrary<Leg> = fc.record({
  direction: fc.constantFrom('long' as const, 'short' as const),
  leverage: fc.constantFrom(1, 2, 5, 10, 20, 50),
  units: fc.integer({ min: 1, max: 500 }),
  moved: fc.integer({ min: -15_000, max: 15_000 }),
  added: fc.constantFrom(0, 0, 500, 2_000),
  fresh: fc.constantFrom(0, 0, 500, 5_000),
  takes: fc.option(fc.integer({ min: 1_000, max: 200_000 })),
  stops: fc.option(fc.integer({ min: 1_000, max: 200_000 })),
  close: fc.constantFrom('in' as const, 'after' as const),
  part: fc.integer({ min: 1, max: 10 }),
})

function rowOf({ direction, leverage, units, moved, added, fresh, takes, stops }: Leg): LeverRow | undefined {
  const entry = BEFORE + ppm(BEFORE, moved)
  const quantity = BigInt(units) * unit
  const initial = marginOf(notionalOf(SYMBOL, quantity, entry), leverage)
  const share = (thousandths: number) => (initial * BigInt(thousandths)) / 1_000n
  const margin = initial + share(added) + share(fresh)
  const { tiers } = findContract(SYMBOL) ?? expect.fail('no contract')
  const position = { symbol: SYMBOL, direction, quantity, entry, margin, tiers }
  const level = liquidationPrice(position)
  // Without margin added in the gap, its state before it.
  const stood = liquidationPrice({ ...position, margin: margin - share(fresh) })
  if (stood !== null && (direction === 'long' ? BEFORE <= stood : BEFORE >= stood)) return undefined
  const away = (part: number | null, up: boolean) =>
    part === null ? null : up ? BEFORE + ppm(BEFORE, part) : BEFORE - ppm(BEFORE, part)
  return {
    ...{ id: 'order', user_id: 'user', version: 1n, state: 'open.standing', currency: 'USDT', market: 'crypto' },
    ...{ symbol: SYMBOL, direction, type: 'market', price: null, leverage: BigInt(leverage), fee_bps: 5n },
    ...{ liquidation_fee_bps: 25n, tiers: withTiers(tiers) },
    ...{ ordered: quantity, quantity, worth: notionalOf(SYMBOL, quantity, entry), exposure: 0n, reserve: initial },
    ...{ open_seq: 1n, open_ms: BigInt(MONDAY_NOON), open_price: entry, open_hash: '', open_fee: 0n, margin, initial },
    ...{ adding: 0n, liquidation_price: level, next_take_profit: null, next_stop_loss: null, close_quantity: null },
    ...{ take_profit: away(takes, direction === 'long'), stop_loss: away(stops, direction === 'short'), fills: '[]' },
    ...{ paid: margin, profit: 0n, close_fee: 0n, returned: 0n, turnover: 0n, asked: 0n, cause: null },
    ...{ void_reason: null, void_ms: null, delivery_ms: null, asked_ms: null, close_ms: null, funding_hours: null },
    ...{ funding_ppm: null, funding_ms: null, funding: 0n, funded: 0n, gaps: '[]', limited: 0n },
    ...{ fresh: share(fresh), fresh_seq: 1n, accepted_ms: 0n, due_ms: null, settled_ms: null },
  } as LeverRow
}

describePlatform(
  'any contracts over any gap',
  (test) => {
    const record = async (db: Db, ticks: readonly [TickRow, TickRow, TickRow]) => {
      await db.deleteFrom('ticks').execute()
      await db.deleteFrom('tick_gaps').execute()
      await db.insertInto('ticks').values(ticks).execute()
      const gap = gapBetween(ticks[0], ticks[1])
      if (gap) await db.insertInto('tick_gaps').values(gap).execute()
      return gap
    }
    const moved = (row: LeverRow, { event, change }: Move<LeverRow>): LeverRow => ({
      ...row,
      ...change,
      ...(/settle|liquidate/.test(event.type) && { settled_ms: 1n }),
    })

    /** The result of a leg over a jump to a price at which it is closed: before closing fees. */
    const bring = async (db: Db, { close, part }: Leg, begun: LeverRow, after: bigint): Promise<bigint> => {
      const ticks = [tickAt(1n, 0, BEFORE), tickAt(2n, BACK, after), tickAt(3n, LATER, after)] as const
      const gap = await record(db, [ticks[0], ticks[1], ticks[2]])
      let row = begun
      const closes = async (second: number, quantity: bigint) => {
        const asked = { ...row, close_ms: BigInt(MONDAY_NOON + second * 1_000), close_quantity: quantity }
        const move = await byTheRecord(db, asked, MONDAY_NOON + LATER * 1_000)
        if (!move) throw new Error('it does not close')
        row = moved(asked, move)
      }
      const [, back] = ticks
      const share = (row.quantity / unit / 10n) * BigInt(part) * unit
      if (close === 'in') await closes(BACK - 60, part === 10 || share === 0n ? row.quantity : share)
      else {
        const names = triggersOf(row).flatMap(({ name, side, level, mirrored }) => {
          const price = mirrored ? gap?.mirror : back.price
          const isReached = price !== undefined && (side === 'atOrAbove' ? price >= level : price <= level)
          return isReached ? [name] : []
        })
        if (names.length > 0)
          row = moved(row, onCrossing(row, { names, tick: back, sinceMs: back.time_ms, ...(gap && { gap }) }))
        if (row.settled_ms === null && part < 10 && share > 0n) await closes(LATER, share)
      }
      if (row.settled_ms === null) await closes(LATER, row.quantity)
      const before = positionOf(begun)
      return (
        row.returned + fillsOf(row).reduce((sum, { fee }) => sum + fee, 0n) - before.margin - profitOf(before, BEFORE)
      )
    }

    const rounds = { numRuns: process.env.TEST_LONG ? 20_000 : 300 }
    const jumps = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: -950_000, max: 950_000 }))

    it('gains from a jump at most what its mirror image costs, for any legs', async () => {
      const { db } = test.platform
      await fc.assert(
        fc.asyncProperty(fc.array(leg, { minLength: 1, maxLength: 4 }), jumps, async (legs, jump) => {
          let sum = 0n
          for (const each of legs) {
            for (const way of [jump, -jump]) {
              // A user who adds margin in the gap may know its direction.
              const gains = (each.direction === 'long') === way > 0
              const row = rowOf({ ...each, fresh: gains ? each.fresh : 0 })
              if (row) sum += await bring(db, each, row, BEFORE + ppm(BEFORE, way))
            }
          }
          expect(sum).toBeLessThanOrEqual(0n)
        }),
        rounds,
      )
    })

    it('gains nothing for long and short with equal equity', async () => {
      const { db } = test.platform
      const pair = fc.record({ leg, other: leg, jump: jumps, added: fc.constantFrom(0, 500) })
      await fc.assert(
        fc.asyncProperty(pair, async ({ leg: one, other, jump, added }) => {
          const { leverage, units } = one
          const legs = [one, other].map((each) => ({ ...each, leverage, units, added, moved: 0, fresh: 0 }))
          let sum = 0n
          for (const [at, each] of legs.entries()) {
            const row = rowOf({ ...each, direction: at === 0 ? 'long' : 'short' })
            if (row) sum += await bring(db, each, row, BEFORE + ppm(BEFORE, jump))
          }
          expect(sum).toBeLessThanOrEqual(0n)
        }),
        rounds,
      )
    })

    it('waits for each gap that deducts from it', () => {
      fc.assert(
        fc.property(leg, jumps, fc.boolean(), (each, jump, near) => {
          const row = rowOf({ ...each, fresh: 0 })
          if (!row) return
          const position = positionOf(row)
          const after = near ? 2n * BEFORE - gapLevel(position) + BigInt(jump % 3) : BEFORE + ppm(BEFORE, jump)
          const gap = gapBetween(tickAt(1n, 0, BEFORE), tickAt(2n, BACK, after))
          const level = gapLevel(position)
          const waited = gap && (row.direction === 'long' ? gap.mirror <= level : gap.mirror >= level)
          if (limitedOver(position, BEFORE, after) > 0n) expect(waited).toBe(true)
        }),
        rounds,
      )
    })
  },
  ['sqlite'],
)
