import { expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { type LoanRepayment, loanOrderMachine } from '../../../src/machines/money/loanOrder.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { loanOf, owedLoan, paymentOf } from '../kit/loans.ts'

const owed = owedLoan('loan-1')
const waiting = loanOf('loan-1')
const nextDay = owedLoan('loan-1', { version: 3, interestOwed: '1.000000', unpaid: '1001.000000', daysCounted: 2 })
const settled = owedLoan('loan-1', {
  state: 'settled',
  status: 2,
  version: 4,
  principal: '0.000000',
  unpaid: '0.000000',
})
const known = (order = owed, available = '2000.000000') =>
  done('loadOrder', { value: { order, available }, asOf: null })
const cached = done('loadOrder', { value: { order: owed, available: '0' }, asOf: 5 })
const told = { type: 'account.loan', loan: nextDay } as const
const collected = { type: 'account.loan', loan: settled } as const
const other = { type: 'account.loan', loan: owedLoan('loan-2', { version: 9 }) } as const
const wallet = (currency: string, available: string) =>
  ({
    type: 'account.wallet',
    wallet: { currency, balance: available, available, frozen: '0', version: 3 },
  }) as const
const poor = wallet('USDT', '10.000000')
const coins = wallet('BTC', '1.00000000')
const repay = { type: 'loan.repay' } as const
const part = { type: 'loan.chooseAll', all: false } as const
const some = { type: 'loan.change', amount: '50' } as const
const confirm = { type: 'loan.confirm' } as const
const back = { type: 'form.back' } as const
const retry = { type: 'order.retry' } as const
const missed = { type: 'account.missed' } as const
const repaid = done('submitOnce', { type: 'done', answer: settled })
const refusal = done('submitOnce', { type: 'refused', error: refused('insufficientBalance') })
const untold = done('submitOnce', { type: 'unknown' })
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }
const sending = { type: 'xstate.snapshot.submitOnce', snapshot: { value: 'sending' } }
const page = (numbers: readonly number[], first: boolean) =>
  ({ type: 'list.loaded', page: { entries: numbers.map(paymentOf) }, first, complete: false }) as const
const newest = page([3, 2], true)
const older = page([2, 1], false)

type Order = Run<typeof loanOrderMachine>
const requestsOf = ({ begun }: Order) =>
  begun.filter(({ src }) => src === 'submitOnce').map(({ input }) => (input as { request: LoanRepayment }).request)

const base: Pick<Walk<typeof loanOrderMachine>, 'input' | 'callbacks' | 'distinct'> = {
  callbacks: ['watchAccount'],
  input: () => {
    let made = 0
    return { id: 'loan-1', newRequestId: () => `request-id-of-loan-${++made}` }
  },
  distinct: ({ order, asOf, available, form, failure }) => [
    order?.version,
    asOf,
    available,
    form,
    failure?.refusal?.key,
  ],
}

testMachine(loanOrderMachine, [
  {
    shows: 'repays all of a loan or a part, once, by what is owed and available at that moment',
    ...base,
    events: [known(), poor, repay, part, some, confirm, back, repaid, refusal],
    states: {
      '*': (run) => {
        const { order } = run.snapshot().context
        expect(['loan-1', undefined]).toContain(order?.id)
        const requests = requestsOf(run)
        expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length)
        // "All" has no amount: it repays the debt at the time it arrives.
        for (const { amount } of requests) expect(['50', undefined]).toContain(amount)
      },
      shown: ({ snapshot, can }) => {
        const { order, asOf } = snapshot().context
        expect([can(repay), can(confirm)]).toEqual([order?.state === 'paidOut' && asOf === null, false])
      },
      asking: ({ snapshot, can, passed, effects }) => {
        const { form, available, order } = snapshot().context
        expect(order?.state).toBe('paidOut')
        expect(effects.has('submitOnce')).toBe(false)
        expect(can(confirm)).toBe(available === '2000.000000' && (form.all || form.amount === '50'))
        if (passed.at(-1) === refusal) expect(snapshot().context.failure).toMatchObject({ field: 'amount' })
      },
      repaying: ({ can, effects, snapshot }) => {
        const { form } = snapshot().context
        const input = effects.get('submitOnce')?.input as { request: LoanRepayment } | undefined
        expect([input?.request.id, input?.request.amount]).toEqual(['loan-1', form.all ? undefined : '50'])
        for (const event of [confirm, back, repay, part]) expect(can(event)).toBe(false)
      },
      repaid: ({ snapshot }) => {
        const { repaid: loan, order } = snapshot().context
        expect([loan?.state, order?.state]).toEqual(['settled', 'settled'])
      },
    },
  },
  {
    shows: 'shows the newest state of a loan, and offers to repay only what is owed',
    ...base,
    events: [
      known(),
      known(waiting),
      done('loadOrder', { value: null, asOf: null }),
      cached,
      failed('loadOrder', unanswered),
      retry,
      missed,
      told,
      collected,
      other,
      coins,
      repay,
    ],
    states: {
      '*': ({ snapshot, passed }) => {
        const { order, available } = snapshot().context
        expect(['loan-1', undefined]).toContain(order?.id)
        if (passed.at(-1) === told && order) expect(order.version).toBeGreaterThanOrEqual(3)
        expect(available).not.toBe('1.00000000')
      },
      shown: ({ snapshot, can }) => {
        const { order, asOf } = snapshot().context
        expect([can(repay), can(confirm)]).toEqual([order?.state === 'paidOut' && asOf === null, false])
      },
      none: ({ snapshot }) => expect(snapshot().context.order).toBe(null),
      asking: ({ snapshot }) => expect(snapshot().context.order?.state).toBe('paidOut'),
    },
  },
  {
    shows: 'says that it is not known yet, asks again at once, and at last that nobody knows',
    ...base,
    events: [known(), repay, confirm, back, waits, sending, untold],
    states: {
      'repaying.uncertain': ({ actor, effects }) => {
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
      unknown: ({ snapshot }) => expect(snapshot().hasTag('pending')).toBe(false),
    },
  },
  {
    shows: 'lists each payment once, the newest first, and asks for them again after each change of the loan',
    ...base,
    events: [known(), newest, older, told, missed],
    distinct: ({ order, payments }) => [order?.version, payments.length],
    states: {
      '*': ({ snapshot, effects, passed }) => {
        const ids = snapshot().context.payments.map(({ id }) => id)
        expect(ids).toEqual([...new Set(ids)].toSorted().reverse())
        expect(effects.get('pages')?.input).toEqual({ query: { id: 'loan-1' } })
        const heard = effects.get('pages')?.heard.map(({ type }) => type) ?? []
        if (passed.includes(told)) expect(heard).toContain('list.refresh')
      },
    },
  },
])

it('loan payments: a first page replaces the list, and a later one is appended', () => {
  const shownAfter = (...pages: readonly (typeof newest)[]) =>
    pages
      .reduce(
        (snapshot, next) => transition(loanOrderMachine, snapshot, next)[0],
        initialTransition(loanOrderMachine, { id: 'loan-1', newRequestId: () => 'request-id-of-loan-1' })[0],
      )
      .context.payments.map(({ id }) => id)
  const ids = (numbers: readonly number[]) => numbers.map((number) => paymentOf(number).id)
  expect(shownAfter(older, newest)).toEqual(ids([3, 2]))
  expect(shownAfter(newest, older)).toEqual(ids([3, 2, 1]))
})
