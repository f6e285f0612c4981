import { expect } from 'vitest'
import { transactionStatus } from '../../../src/api/status.ts'
import { withdrawalMachine } from '../../../src/machines/orders/withdrawal.ts'
import type { Run, Walk } from '../coverage.ts'

type Purse = { available: bigint; held: bigint; platform: bigint }

const AMOUNT = 1000n

/** What each posting of the machine moves. */
const postings: Record<string, Purse> = {
  holdAmount: { available: -AMOUNT, held: AMOUNT, platform: 0n },
  consumeHold: { available: 0n, held: -AMOUNT, platform: AMOUNT },
  releaseHold: { available: AMOUNT, held: -AMOUNT, platform: 0n },
  returnAmount: { available: AMOUNT, held: 0n, platform: -AMOUNT },
}

const purseAfter = ({ acted }: Run<typeof withdrawalMachine>) =>
  acted.reduce<Purse>(
    (purse, { action }) => {
      const { available = 0n, held = 0n, platform = 0n } = postings[action] ?? {}
      return {
        available: purse.available + available,
        held: purse.held + held,
        platform: purse.platform + platform,
      }
    },
    { available: 0n, held: 0n, platform: 0n },
  )

const statusOf = (run: Run<typeof withdrawalMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && transactionStatus[meta.status])

const left = { available: -AMOUNT, held: 0n, platform: AMOUNT }
const back = { available: 0n, held: 0n, platform: 0n }
const expectSeen = (purse: Purse, status: string) => (run: Run<typeof withdrawalMachine>) => {
  expect(purseAfter(run)).toEqual(purse)
  expect(statusOf(run)).toEqual([status])
}

export const machine = withdrawalMachine

export const walks: Walk<typeof withdrawalMachine>[] = [
  {
    shows: 'holds the amount until it is decided, lets it leave by approval alone, and gives all of it back elsewhere',
    actions: Object.keys(postings),
    events: [
      { type: 'withdrawal.approve' },
      { type: 'withdrawal.refuse' },
      { type: 'withdrawal.cancel' },
      { type: 'withdrawal.send' },
      { type: 'withdrawal.confirm' },
      { type: 'withdrawal.bounce' },
    ],
    states: {
      '*': (run) => {
        const { available, held, platform } = purseAfter(run)
        expect(available + held + platform).toBe(0n)
        // Once it is approved nobody takes it back, and nobody refuses it.
        const isOpen = run.snapshot().matches('underReview')
        expect(run.can({ type: 'withdrawal.cancel' })).toBe(isOpen)
        expect(run.can({ type: 'withdrawal.refuse' })).toBe(isOpen)
      },
      underReview: expectSeen({ available: -AMOUNT, held: AMOUNT, platform: 0n }, 'underReview'),
      approved: expectSeen(left, 'waiting'),
      sent: expectSeen(left, 'waiting'),
      confirmed: expectSeen(left, 'succeed'),
      refused: expectSeen(back, 'failed'),
      cancelled: expectSeen(back, 'failed'),
      bounced: expectSeen(back, 'failed'),
    },
  },
]
