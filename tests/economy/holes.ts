import type { Move, OrderRow } from '../../server/order-kind.ts'
import { forexPairs } from '../../src/rules/forex/pairs.ts'
import { swapTerms } from '../../src/rules/swap/swap.ts'

/** Deliberate faults of this world: former exploits that were fixed. */
export type Holes = {
  /** Debts need not be covered when money is put at risk. */
  uncovered?: true
  /** Lent money may be hosted. */
  hostsLent?: true
  /** Lent money may be withdrawn. */
  takesLent?: true
  /** Gains over a gap are not limited. */
  unlimited?: true
  /** The market's drift does not include the cost of rollover. */
  withoutGain?: true
  /** An option opens at a tick that was on the record when it was bought. */
  knownTick?: true
  /** A fixed deposit that is cancelled pays its interest. */
  paysWhenCancelled?: true
  /** Does something else than the server has decided. */
  bend?(kind: string, row: OrderRow, move: Move): Move | undefined
  /** Changes the offer. Returns a function that restores it. */
  offer?(): () => void
}

function swapped(change: Partial<typeof swapTerms>): () => void {
  const was = { ...swapTerms }
  Object.assign(swapTerms, change)
  return () => void Object.assign(swapTerms, was)
}

/** The yen at an earlier setting: the triple rollover of a Wednesday paid more than the spread. */
function creditedMore(): () => void {
  const yen = forexPairs.find(({ symbol }) => symbol === 'USDJPY')
  if (!yen) throw new Error('the yen is not traded')
  const was = yen.swap
  yen.swap = { ...was, long: '0.006' }
  return () => {
    yen.swap = was
  }
}

/** The exploits, by what they allow a user to do. */
export const plantedHoles: Readonly<Record<string, Holes>> = {
  'lent money is put at risk without cover': { uncovered: true },
  'lent money is hosted': { hostsLent: true },
  'lent money is taken out': { takesLent: true },
  'what is gained while the server is stopped is not limited': { unlimited: true },
  'what lots gain while the server is stopped is not limited': { unlimited: true },
  'a night is credited more than the spread': { offer: creditedMore },
  'the market does not gain what nights cost': { withoutGain: true },
  'a swap has no spread': { offer: () => swapped({ spreadBps: 0 }) },
  'a quote holds whatever the price does': { offer: () => swapped({ driftBps: 100_000 }) },
  'a fixed deposit that is cancelled pays': { paysWhenCancelled: true },
  'an option opens at a tick that is known': { knownTick: true },
  'a plan pays the day that runs as it is joined': {
    bend: (kind, _, move) => {
      const first = (move.change as { first_day?: bigint } | undefined)?.first_day
      if (kind !== 'plan' || move.event.type !== 'plan.approve' || first === undefined) return undefined
      return {
        ...move,
        change: { ...move.change, first_day: first - 1n, next_day: first - 1n } as NonNullable<Move['change']>,
      }
    },
  },
  'added margin is forgotten as it takes effect': {
    bend: (kind, row, move) => {
      const { margin } = row as OrderRow & { margin: bigint }
      if (kind !== 'lever' || move.event.type !== 'order.apply') return undefined
      return { ...move, change: { ...move.change, margin } as NonNullable<Move['change']> }
    },
  },
  'a stop in lots opens at its own price, whatever the record': {
    bend: (kind, row, move) => {
      const { type, price } = row as OrderRow & { type: string; price: bigint | null }
      if (kind !== 'forex' || type !== 'stop' || move.event.type !== 'order.open') return undefined
      return { ...move, change: { ...move.change, deal_price: price } as NonNullable<Move['change']> }
    },
  },
}
