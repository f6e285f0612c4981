import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import {
  arbitrageStatus,
  forexStatus,
  loanStatus,
  tradeListStatus,
  tradeStatus,
  transactionStatus,
} from '../../../src/api/wire/status.ts'
import { depositMachine } from '../../../src/machines/orders/deposit.ts'
import { forexMachine } from '../../../src/machines/orders/forex.ts'
import { leverMachine } from '../../../src/machines/orders/lever.ts'
import { hasEnded, metaOf, statesOf } from '../../../src/machines/orders/life.ts'
import { loanMachine } from '../../../src/machines/orders/loan.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'
import { planMachine } from '../../../src/machines/orders/plan.ts'
import { priceAlertMachine } from '../../../src/machines/orders/priceAlert.ts'
import { savingsMachine } from '../../../src/machines/orders/savings.ts'
import { spotMachine } from '../../../src/machines/orders/spot.ts'
import { strategyMachine } from '../../../src/machines/orders/strategy.ts'
import { swapMachine } from '../../../src/machines/orders/swap.ts'
import { withdrawalMachine } from '../../../src/machines/orders/withdrawal.ts'
import { kycMachine } from '../../../src/machines/reviews/kyc.ts'
import { testMachine } from '../kit/coverage.ts'

type Kind = {
  machine: AnyStateMachine
  /** The list that its status is a code of. */
  list: readonly string[]
  /** Each state with the name of its status, and the order's result in the common lists. */
  states: Readonly<Record<string, string>>
}

const kinds: readonly Kind[] = [
  {
    machine: depositMachine,
    list: transactionStatus,
    states: {
      ...{ underReview: 'underReview', waiting: 'waiting', differing: 'underReview' },
      ...{ succeeded: 'succeed', failed: 'failed' },
    },
  },
  {
    machine: forexMachine,
    list: forexStatus,
    states: {
      ...{ pending: 'inTransaction', cancelling: 'inTransaction', reached: 'inTransaction' },
      ...{ 'open.standing': 'inTransaction', cancelled: 'closedPosition, returned' },
      ...{ 'open.changing': 'inTransaction', 'open.closing': 'closingPosition' },
      ...{ won: 'closedPosition, won', lost: 'closedPosition, lost', unexpected: 'closedPosition, returned' },
    },
  },
  {
    machine: leverMachine,
    list: tradeStatus,
    states: {
      ...{ pending: 'underReview', cancelling: 'underReview' },
      ...{ 'open.standing': 'underReview', 'open.changing': 'underReview', 'open.closing': 'underReview' },
      ...{ won: 'success, won', lost: 'failed, lost', liquidated: 'failed, lost' },
      ...{ cancelled: 'unexpected, returned', unexpected: 'unexpected, returned' },
    },
  },
  {
    machine: loanMachine,
    list: loanStatus,
    states: {
      ...{ pendingReview: 'pendingReview', paidOut: 'transferSuccessful', overdue: 'transferSuccessful' },
      ...{ settled: 'settled', refused: 'auditFailure' },
    },
  },
  {
    machine: microtradeMachine,
    list: tradeStatus,
    states: {
      ...{ accepted: 'underReview', open: 'underReview', won: 'success, won', lost: 'failed, lost' },
      ...{ drawn: 'success, returned', unexpected: 'unexpected, returned' },
    },
  },
  {
    machine: planMachine,
    list: arbitrageStatus,
    states: {
      ...{ pendingReview: 'pendingReview', inProgress: 'inProgress', leaving: 'inProgress' },
      ...{ ended: 'ended', failed: 'fail' },
    },
  },
  {
    machine: priceAlertMachine,
    list: transactionStatus,
    states: { waiting: 'waiting', fired: 'succeed', removed: 'failed' },
  },
  {
    machine: savingsMachine,
    list: tradeListStatus,
    states: { running: 'trading', matured: 'completed', cancelled: 'completed' },
  },
  {
    machine: spotMachine,
    list: tradeStatus,
    states: {
      ...{ pending: 'underReview', 'resting.waiting': 'underReview', 'resting.cancelling': 'underReview' },
      ...{ 'filling.waiting': 'underReview', 'filling.cancelling': 'underReview' },
      ...{ filled: 'success, traded', partly: 'success, traded', returned: 'unexpected, returned' },
    },
  },
  {
    machine: strategyMachine,
    list: tradeListStatus,
    states: {
      ...{ running: 'trading', pausing: 'trading', paused: 'trading', ending: 'trading' },
      ...{ ended: 'completed', failed: 'completed' },
    },
  },
  {
    machine: swapMachine,
    list: transactionStatus,
    states: { quoted: 'waiting', executed: 'succeed', expired: 'failed' },
  },
  {
    machine: withdrawalMachine,
    list: transactionStatus,
    states: {
      ...{ underReview: 'underReview', approved: 'waiting', sent: 'waiting', confirmed: 'succeed' },
      ...{ refused: 'failed', cancelled: 'failed', bounced: 'failed' },
    },
  },
  {
    machine: kycMachine,
    list: transactionStatus,
    states: { notSubmitted: 'none', pendingReview: 'underReview', verified: 'succeed', refused: 'failed' },
  },
]

/** The possible results of a settlement, and an invalid one that no guard accepts. */
const OUTCOMES = ['won', 'lost', 'drawn', 'none']

const eventsOf = ({ events, implementations: { guards } }: AnyStateMachine) =>
  events.flatMap((type) =>
    type === 'order.settle' && Object.keys(guards).length > 0
      ? OUTCOMES.map((outcome) => ({ type, outcome }))
      : [{ type }],
  )

// `walkOrder` checks each step's postings and views on a real server: tests/server/<kind>/paths.test.ts.
describe.each(kinds.map((kind) => [kind.machine.id, kind] as const))('order %s', (_, { machine, list, states }) => {
  it('has the status codes and results of its states', () => {
    const said = statesOf(machine).map((state) => {
      const { status, loan, review, result } = metaOf(machine, state)
      const name = list[status ?? loan ?? review ?? -1] ?? 'none'
      return [state, result === undefined ? name : `${name}, ${result}`]
    })
    expect(Object.fromEntries(said)).toEqual(states)
  })

  it('is in the trading list until it has ended', () => {
    const listed = statesOf(machine).filter((state) => metaOf(machine, state).list !== undefined)
    expect(listed.map((state) => metaOf(machine, state).list)).toEqual(
      listed.map((state) => Number(hasEnded(machine, state))),
    )
  })

  const events = eventsOf(machine)
  testMachine(machine, [
    {
      shows: 'takes an event until it has ended, and none from then on',
      actions: Object.keys(machine.implementations.actions),
      events,
      states: {
        '*': (run) => {
          const may = events.filter((event) => run.can(event))
          if (run.snapshot().status === 'done') expect(may).toEqual([])
          // A verified user stays verified.
          else if (run.snapshot().value !== 'verified') expect(may).not.toEqual([])
        },
      },
    },
  ])
})
