import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, setup } from 'xstate'
import { config, type SavingsOffer as Offered, place, type Savings } from '../../api/money/savings.ts'
import type { Wallet } from '../../api/money/wallet.ts'
import { byLoan, type Cover, hostableOf } from '../../rules/money/coverage.ts'
import { validateSavings } from '../../rules/savings/savings.ts'
import { dep, send } from '../actors/call.ts'
import { once } from '../actors/calls.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import type { Failure } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

/** The products, and the loan cover, if any. */
export type SavingsOffer = Offered & { cover?: Cover | null }

/** The values of the form. `product`: empty if none is chosen. */
export type SavingsEntry = { product: string; amount: string; renew: boolean }

type Context = Drafted & {
  form: SavingsEntry
  offer: SavingsOffer | null
  /** Why the last submission failed. */
  failure: Failure | null
  placed: Savings | null
  newRequestId: () => string
}

/** The draft of a deposit: the sheet of its product shows it. */
export const savingsDraft = draftOf<Context>({
  name: 'savings',
  stored: ['product', 'amount', 'renew'],
  isBegun: ({ form }) => form.amount !== '',
})

type Outcome = { output: OnceOutcome<Savings> }

/** The form under the current offer; undefined if no product is chosen. `available`: within the loan cover. */
export function validateEntry({ form, offer }: Pick<Context, 'form' | 'offer'>) {
  const product = offer?.products.find(({ id }) => id === form.product)
  if (!product) return undefined
  const { currency } = product
  const holding = offer?.available.find((each) => each.currency === currency) ?? { currency, available: '0' }
  const available = hostableOf(holding, offer?.cover)
  const validated = validateSavings(form, { product, left: product.left, available })
  return { product, available, ...byLoan(validated, holding, offer?.cover, available, 'loanHosting') }
}

const fieldOf = (key: string | null): string | null =>
  ['wrongAmount', 'belowMinimum', 'aboveMaximum', 'quotaReached', 'insufficientBalance'].includes(key ?? '')
    ? 'amount'
    : null

/** Choosing a fixed-term deposit, and placing it at most once. Tag `pending`: a deposit may exist without confirmation. */
export const savingsFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { newRequestId: () => string },
    events: {} as
      | { type: 'savings.choose'; product: string }
      | { type: 'savings.change'; amount: string }
      | { type: 'savings.renew'; renew: boolean }
      | { type: 'savings.confirm' }
      | { type: 'form.back' }
      | { type: 'account.wallet'; wallet: Wallet },
    tags: {} as 'ready' | 'sheet' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce'; load: 'loadFirst' },
  },
  actors: {
    loadFirst: loadFirstBy(
      fromPromise<SavingsOffer>(async ({ signal }) => {
        const [offer, cover] = await Promise.all([send(config, {}, { signal }), dep('loadCover')(signal)])
        return { ...offer, cover }
      }),
    ),
    submitOnce: submitOnceBy(once(place)),
    watchAccount,
    keepDraft: savingsDraft.keepDraft,
  },
  actions: {
    keepOffer: assign((_, { output }: { output: SavingsOffer }) => ({ offer: output })),
    choose: assign(({ context: { form } }, { product }: { product: string }) => ({
      form: form.product === product ? form : { product, amount: '', renew: false },
      failure: null,
    })),
    change: assign(({ context: { form } }, { amount }: { amount: string }) => ({
      form: { ...form, amount },
      failure: null,
    })),
    chooseRenewal: assign(({ context: { form } }, { renew }: { renew: boolean }) => ({ form: { ...form, renew } })),
    noteWallet: assign(({ context: { offer } }, { wallet: { currency, available } }: { wallet: Wallet }) => ({
      offer: offer && {
        ...offer,
        available: offer.available.map((each) => (each.currency === currency ? { ...each, available } : each)),
      },
    })),
    keepPlaced: assign(({ context: { form } }, { output }: Outcome) =>
      output.type === 'done' ? { placed: output.answer, form: { ...form, amount: '', renew: false } } : {},
    ),
  },
  guards: {
    isReady: ({ context }) => validateEntry(context)?.values !== undefined,
  },
})
  .extend(submissionParts(fieldOf))
  .createMachine({
    id: 'savingsForm',
    description: 'Choosing a fixed-term deposit, calculating it, and placing it at most once.',
    context: ({ input: { newRequestId } }) =>
      savingsDraft.restore({
        form: { product: '', amount: '', renew: false },
        offer: null,
        failure: null,
        placed: null,
        newRequestId,
      }),
    invoke: [{ src: 'watchAccount', id: 'watchAccount' }, savingsDraft.keeping],
    initial: 'loading',
    on: { 'account.wallet': { actions: withEvent('noteWallet') } },
    states: {
      loading: {
        invoke: {
          src: 'loadFirst',
          id: 'load',
          onDone: { target: 'offering', actions: withEvent('keepOffer') },
        },
      },
      offering: {
        tags: 'ready',
        on: { 'savings.choose': { target: 'editing', actions: withEvent('choose') } },
      },
      editing: {
        description: 'A product is chosen: the sheet shows its form and projection.',
        tags: ['ready', 'sheet'],
        on: {
          'savings.change': { actions: withEvent('change') },
          'savings.renew': { actions: withEvent('chooseRenewal') },
          'savings.confirm': { guard: 'isReady', target: 'placing' },
          'form.back': 'offering',
        },
      },
      placing: submission({
        request: ({ form, newRequestId }: Context) => ({ ...form, requestId: newRequestId() }),
        tags: ['ready', 'sheet', 'pending'],
        done: { target: 'placed', keep: 'keepPlaced' },
        refused: 'editing',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the list of deposits shows it.',
        tags: ['ready', 'sheet', 'uncertain'],
        on: { 'form.back': 'offering' },
      },
      placed: { tags: ['ready', 'sheet'], on: { 'form.back': 'offering' } },
    },
  })

export type SavingsActor = ActorRefFrom<typeof savingsFormMachine>
