import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, not, sendTo, setup } from 'xstate'
import { type Loan, type LoanPayment, order, payments, repayment } from '../../api/money/loan.ts'
import { getInfo, type Wallet } from '../../api/money/wallet.ts'
import type { About, Heard } from '../../api/wire/kept-answers.ts'
import {
  interestSpared,
  LOAN_CURRENCY,
  type LoanOwed,
  type RepaymentForm,
  validateRepayment,
} from '../../rules/loan/loan.ts'
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../rules/money/money.ts'
import { addPage } from '../../rules/orders/order-list.ts'
import { send } from '../actors/call.ts'
import { once, orKept } from '../actors/calls.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { can } from '../orders/life.ts'
import { loanMachine } from '../orders/loan.ts'
import type { Failure } from '../parts/form.ts'
import { loadingOrder, oneOrderParts } from '../parts/oneOrder.ts'
import { type Page, type PageLoaded, type PageRequest, pagedListBy } from '../parts/pagedList.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, type OnceRequest, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

/** A payment, with its number within the loan as id. */
export type NumberedPayment = LoanPayment & { id: string }

/** A repayment. Without an amount it is the full debt at its arrival. */
export type LoanRepayment = OnceRequest & { id: string; amount?: string }

/** A loan, and the available balance of its currency, as a decimal. */
export type LoanKnown = { order: Loan; available: string }

type Context = Drafted & {
  id: string
  order: Loan | null
  /** Its age, if it is a cached answer: nothing is offered on it. */
  asOf: number | null
  available: string
  /** Its payments, newest first. */
  payments: readonly NumberedPayment[]
  form: RepaymentForm
  failure: Failure | null
  /** The loan after the last repayment. */
  repaid: Loan | null
  newRequestId: () => string
}

/** The draft of a repayment. */
export const repaymentDraft = draftOf<Context>({
  name: 'repayment',
  stored: ['amount', 'all'],
  isBegun: ({ form }) => form.amount !== '',
})

const whole: RepaymentForm = { amount: '', all: true }

type Outcome = { output: OnceOutcome<Loan> }

/** A loan's debt in the last data, in minor units. */
export function owedOf({ currency, feeOwed, interestOwed, principal, unpaid }: Loan): LoanOwed {
  const minor = (amount: string) => parseMoney(amount, currencyOf(currency).scale) ?? 0n
  return { fee: minor(feeOwed), interest: minor(interestOwed), principal: minor(principal), total: minor(unpaid) }
}

/** The repayment under the current debt, and the interest it saves; undefined without a loan. */
export function validateRepaying({ form, order, available }: Pick<Context, 'form' | 'order' | 'available'>) {
  if (!order) return undefined
  const validated = validateRepayment(form, { owed: owedOf(order), available })
  const { scale } = currencyOf(order.currency)
  const principal = parseMoney(validated.summary?.principal ?? '0', scale) ?? 0n
  return { ...validated, spared: formatMoney(interestSpared(principal, order), scale) }
}

const amountKeys: readonly (string | null)[] = ['wrongAmount', 'aboveMaximum', 'insufficientBalance']
const fieldOf = (key: string | null): string | null => (amountKeys.includes(key) ? 'amount' : null)

const oneOrder = oneOrderParts<Loan>()

/** One loan with its payments, and its partial or full repayment. Tag `pending`: a repayment may have been made without confirmation. */
export const loanOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { id: string; newRequestId: () => string },
    events: {} as
      | { type: 'order.retry' }
      | { type: 'loan.repay' }
      | { type: 'loan.change'; amount: string }
      | { type: 'loan.chooseAll'; all: boolean }
      | { type: 'loan.confirm' }
      | { type: 'form.back' }
      | PageLoaded<Page<NumberedPayment>>
      | { type: 'account.missed' }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.loan'; loan: Loan },
    tags: {} as 'failed' | 'none' | 'sheet' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce'; pages: 'pagedList' },
  },
  actors: {
    loadOrder: fromPromise<Heard<LoanKnown | null>, { id: string }>(async ({ input: { id }, signal }) => {
      const wallet = send(getInfo, { currency: LOAN_CURRENCY }, { signal })
      // A cached loan is shown without it.
      wallet.catch(() => {})
      const { value, asOf } = await orKept(order, { id }, { signal })
      const [found] = value
      if (!found) return { value: null, asOf }
      return { value: { order: found, available: asOf === null ? (await wallet).available : '0' }, asOf }
    }),
    pagedList: pagedListBy(
      fromPromise<Page<NumberedPayment>, PageRequest<{ id: string }>>(async ({ input: { before, ...of }, signal }) => {
        const asked = { ...of, ...(before !== undefined && { before: Number(before) }) }
        const options = { signal, quiet: true }
        const { id: loan } = of
        const { value, asOf } = await (before === undefined
          ? orKept(payments, asked, options, { id: loan } satisfies About)
          : { value: await send(payments, asked, options), asOf: null })
        return { entries: value.map((payment) => ({ ...payment, id: String(payment.number) })), asOf }
      }),
    ),
    submitOnce: submitOnceBy(once(repayment)),
    watchAccount,
    keepDraft: repaymentDraft.keepDraft,
  },
  actions: {
    ...oneOrder.actions,
    keep: assign(({ context }, { output: { value, asOf } }: { output: Heard<LoanKnown | null> }) => {
      if (!value) return {}
      const { available } = asOf === null ? value : context
      const isNewer = context.order !== null && context.order.version > value.order.version
      return isNewer ? { available } : { order: value.order, asOf, available }
    }),
    noteWallet: assign(({ context: { order, available } }, { wallet }: { wallet: Wallet }) => ({
      available: wallet.currency === order?.currency ? wallet.available : available,
    })),
    keepPage: assign(({ context: { payments } }, { page, first }: PageLoaded<Page<NumberedPayment>>) => ({
      payments: first ? page.entries : addPage(payments, page.entries),
    })),
    refresh: sendTo('pages', { type: 'list.refresh' }),
    begin: assign({ failure: null, repaid: null }),
    empty: assign({ form: whole }),
    change: assign(({ context: { form } }, { amount }: { amount: string }) => ({
      form: { ...form, amount },
      failure: null,
    })),
    chooseAll: assign(({ context: { form } }, { all }: { all: boolean }) => ({
      form: { ...form, all },
      failure: null,
    })),
    keepRepaid: assign(({ context: { order } }, { output }: Outcome) =>
      output.type === 'done'
        ? {
            form: whole,
            repaid: output.answer,
            asOf: null,
            order: order && order.version > output.answer.version ? order : output.answer,
          }
        : {},
    ),
  },
  guards: {
    ...oneOrder.guards,
    canRepay: ({ context: { order, asOf } }) =>
      order !== null && asOf === null && can(loanMachine, order.state, { type: 'loan.pay' }),
    isOver: not('canRepay'),
    isReady: ({ context }) => validateRepaying(context)?.values !== undefined,
  },
})
  .extend(submissionParts(fieldOf))
  .createMachine({
    id: 'loanOrder',
    description: 'One loan: its state, its payments, and a repayment, made at most once.',
    context: ({ input }) =>
      repaymentDraft.restore(
        {
          ...input,
          order: null,
          asOf: null,
          available: '0',
          payments: [],
          form: whole,
          failure: null,
          repaid: null,
        },
        input.id,
      ),
    invoke: [
      repaymentDraft.keeping,
      { src: 'watchAccount', id: 'watchAccount' },
      { src: 'pagedList', id: 'pages', input: ({ context: { id } }) => ({ query: { id } }) },
    ],
    initial: 'loading',
    on: {
      'account.loan': {
        guard: { type: 'isNewer', params: ({ event }) => ({ order: event.loan }) },
        actions: [{ type: 'note', params: ({ event }) => ({ order: event.loan }) }, 'refresh'],
      },
      'account.wallet': { actions: withEvent('noteWallet') },
      'list.loaded': { actions: withEvent('keepPage') },
    },
    states: {
      ...loadingOrder,
      failed: { ...loadingOrder.failed, on: { 'order.retry': 'loading', 'account.missed': 'loading' } },
      shown: {
        on: {
          'account.missed': { target: 'loading', actions: 'refresh' },
          'order.retry': { target: 'loading', actions: 'refresh' },
          'loan.repay': { guard: 'canRepay', target: 'asking', actions: 'begin' },
        },
      },
      asking: {
        description: 'Shows what the payment covers; nothing is repaid yet.',
        tags: 'sheet',
        always: { guard: 'isOver', target: 'shown' },
        on: {
          'loan.change': { actions: withEvent('change') },
          'loan.chooseAll': { actions: withEvent('chooseAll') },
          'loan.confirm': { guard: 'isReady', target: 'repaying' },
          'form.back': 'shown',
        },
      },
      repaying: submission({
        request: ({ id, form, newRequestId }: Context) => ({
          ...{ id, requestId: newRequestId() },
          ...(!form.all && { amount: form.amount }),
        }),
        tags: ['sheet', 'pending'],
        done: { target: 'repaid', keep: 'keepRepaid', run: 'refresh' },
        refused: 'asking',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the loan and its payments show it.',
        tags: ['sheet', 'uncertain'],
        on: { 'form.back': { target: 'loading', actions: ['empty', 'refresh'] } },
      },
      repaid: { tags: 'sheet', on: { 'form.back': 'shown' } },
    },
  })

export type LoanActor = ActorRefFrom<typeof loanOrderMachine>
