import { expect } from 'vitest'
import { tradeListStatus, tradeStatus } from '../../../src/api/status.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'
import type { Run, Walk } from '../coverage.ts'

type Purse = { available: bigint; held: bigint; platform: bigint }

const STAKE = 100n
const PROFIT = 85n

/** What each posting of the machine moves. */
const postings: Record<string, Purse> = {
  holdStake: { available: -STAKE, held: STAKE, platform: 0n },
  payWinner: { available: STAKE + PROFIT, held: -STAKE, platform: -PROFIT },
  forfeitStake: { available: 0n, held: -STAKE, platform: STAKE },
  returnStake: { available: STAKE, held: -STAKE, platform: 0n },
}

/** What is where after the postings that a path named. */
const purseAfter = (names: readonly string[]) =>
  names.reduce<Purse>(
    (purse, name) => {
      const { available = 0n, held = 0n, platform = 0n } = postings[name] ?? {}
      return {
        available: purse.available + available,
        held: purse.held + held,
        platform: purse.platform + platform,
      }
    },
    { available: 0n, held: 0n, platform: 0n },
  )

const namesOf = ({ acted }: Run<typeof microtradeMachine>) => acted.map(({ action }) => action)
const codesOf = (run: Run<typeof microtradeMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && [tradeListStatus[meta.list], tradeStatus[meta.status]])

export const machine = microtradeMachine

export const walks: Walk<typeof microtradeMachine>[] = [
  {
    shows: 'moves the stake with each step, and every path’s postings sum to zero',
    actions: Object.keys(postings),
    events: [
      { type: 'order.open' },
      { type: 'order.settle', outcome: 'won' },
      { type: 'order.settle', outcome: 'lost' },
      { type: 'order.settle', outcome: 'drawn' },
      { type: 'order.settle', outcome: 'an outcome that nobody knows' },
      { type: 'order.void' },
    ],
    states: {
      '*': (run) => {
        const { available, held, platform } = purseAfter(namesOf(run))
        expect(available + held + platform).toBe(0n)
        expect(held).toBe(run.snapshot().status === 'done' ? 0n : STAKE)
      },
      accepted: (run) => {
        expect(namesOf(run)).toEqual(['holdStake'])
        expect(codesOf(run)).toEqual([['trading', 'underReview']])
        expect(run.can({ type: 'order.settle', outcome: 'won' })).toBe(false)
      },
      open: (run) => {
        expect(namesOf(run)).toEqual(['holdStake'])
        expect(codesOf(run)).toEqual([['trading', 'underReview']])
        expect(run.can({ type: 'order.open' })).toBe(false)
      },
      won: (run) => {
        expect(purseAfter(namesOf(run))).toEqual({ available: PROFIT, held: 0n, platform: -PROFIT })
        expect(codesOf(run)).toEqual([['completed', 'success']])
      },
      lost: (run) => {
        expect(purseAfter(namesOf(run))).toEqual({ available: -STAKE, held: 0n, platform: STAKE })
        expect(codesOf(run)).toEqual([['completed', 'failed']])
      },
      drawn: (run) => {
        expect(purseAfter(namesOf(run))).toEqual({ available: 0n, held: 0n, platform: 0n })
        expect(codesOf(run)).toEqual([['completed', 'success']])
      },
      unexpected: (run) => {
        expect(purseAfter(namesOf(run))).toEqual({ available: 0n, held: 0n, platform: 0n })
        expect(codesOf(run)).toEqual([['completed', 'unexpected']])
      },
    },
  },
]
