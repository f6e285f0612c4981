import { describe, expect, it } from 'vitest'
import { hearing } from '../../../server/market/live/tape.ts'
import { modules } from '../../../server/modules.ts'
import { kindsOf } from '../../../server/orders/module.ts'
import { byTheRecord } from '../microtrade/by-the-record.ts'
import { type Line, listen } from './listen.ts'

const SECONDS = 30
/** Where a won option of 30 s earns 85%, and a lost one loses all, this share of wins breaks even. */
const BREAK_EVEN = 1 / 1.85
const HOURS = 4
/** How far the shown price must be behind for the attacker to buy, in its smallest unit. */
const BEHIND_MIN = 300

/** A server's view of an exchange, with the maximum clock error. */
const heardBy = (lead: Line['lead']) => listen({ lead, error: 250, hours: HOURS })

type Ears = {
  heard: ReturnType<typeof listen>
  delayMs: number
  /** When the attacker buys: in any tenth of a second, or in the last of each, after which an opening has least time to differ. */
  when: (now: number) => boolean
}

/** An attacker who knows each trade at once buys whenever the server's shown price lags. */
function attack({ heard: { moments, record }, delayMs, when }: Ears) {
  const orders: (Parameters<typeof byTheRecord>[0] & { known: number; behind: number })[] = []
  let boughtAt = 0
  for (const { now, known, shown = known } of moments) {
    const behind = known - shown
    if (Math.abs(behind) < BEHIND_MIN || now - boughtAt < 1_000 || !when(now)) continue
    boughtAt = now
    orders.push({
      accepted_ms: BigInt(now + delayMs),
      seconds: BigInt(SECONDS),
      direction: behind > 0 ? 'rise' : 'fall',
      known,
      behind,
    })
  }
  let [kept, had] = [0, 0]
  const ends = orders.map((order) => {
    const second = Math.floor(Number(order.accepted_ms) / 1_000)
    const { state, open } = byTheRecord(
      order,
      record.slice(second, second + SECONDS + 10).filter((each) => each !== undefined),
    )
    const opened = record.slice(second, second + 10).find((each) => each?.seq === open)
    if (opened) {
      had += Math.abs(order.behind)
      kept += Math.sign(order.behind) * (order.known - Number(opened.price))
    }
    return state
  })
  const [won, lost] = ['won', 'lost'].map((state) => ends.filter((each) => each === state).length)
  const settled = (won ?? 0) + (lost ?? 0)
  // `kept`: the part of the attacker's price advantage that their options opened with.
  const each = orders.length || 1
  return { settled, share: (won ?? 0) / (settled || 1), kept: kept / (had || 1), ahead: kept / each }
}

const anytime = () => true
const last = (now: number) => now % 1_000 === 900
const leads = [0, 50, 100, 250, 300, 500, 600, 1_000, 3_000, 5_000]

describe('market: a latency advantage', () => {
  it('is tested for each kind of order that trades on the price', () => {
    // A trade whose receipt has ticks. A strategy places spot orders, and `tests/rules/swap/swap.test.ts` attacks a swap's quote.
    const byPrice = kindsOf(modules).filter(({ listing, ticks }) => listing && ticks)
    expect(byPrice.map(({ name }) => name)).toEqual(['microtrade', 'lever', 'spot', 'forex'])
  })

  it.each(leads)(
    'by %i ms gains nothing, whenever they buy, with an exchange’s clock measured as wrong as it may be',
    (lead) => {
      const heard = heardBy(() => lead)
      for (const when of [anytime, last]) {
        const { share, settled, ahead } = attack({ heard, delayMs: hearing.delayMs, when })
        if (lead <= 250) expect(settled).toBeGreaterThan(100)
        expect(share).toBeLessThan(BREAK_EVEN)
        // Contracts open with less ahead than their fees, closed at the very price they knew: twice 0.05% of about 43,000, in its smallest unit.
        expect(ahead).toBeLessThan(2 * 0.0005 * 4_000_000)
      }
    },
  )

  it('gains nothing at the opening, but would without the delay', () => {
    const heard = heardBy(() => 250)
    for (const when of [anytime, last]) {
      const kept = (delayMs: number) => attack({ heard, delayMs, when }).kept
      expect(kept(0)).toBeGreaterThan(0.05)
      expect(kept(hearing.delayMs)).toBeLessThan(0.01)
    }
  })

  it.each(leads.slice(4))('by %i ms for a while, in which the server hears nothing, gains nothing', (lead) => {
    // One stall in every ten seconds: its trades arrive at its end.
    const stalling = (time: number) => Math.max(40, lead - (time % 10_000))
    const { share, settled } = attack({ heard: heardBy(stalling), delayMs: hearing.delayMs, when: anytime })
    expect(settled).toBeGreaterThan(500)
    expect(share).toBeLessThan(BREAK_EVEN)
  })
})
