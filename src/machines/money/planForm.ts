import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, setup } from 'xstate'
import { days, order, type Plan, type PlanDay, type PlanOrder, project } from '../../api/money/plan.ts'
import { getInfo, type Wallet } from '../../api/money/wallet.ts'
import { byLoan, type Cover, hostableOf } from '../../rules/money/coverage.ts'
import { mostOf, PLAN_CURRENCY, PLAN_DAYS, planRisk, validatePlan } from '../../rules/plan/plan.ts'
import { dep, send } from '../actors/call.ts'
import { once } from '../actors/calls.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import type { Failure } from '../parts/form.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

/** A plan with its daily rates, newest first, the available balance, and the loan cover. */
export type PlanOffer = { plan: Plan | null; days: readonly PlanDay[]; available: string; cover?: Cover | null }

type Context = Drafted & {
  tier: string
  form: { amount: string }
  offer: PlanOffer | null
  /** Why the last submission failed. */
  failure: Failure | null
  joined: PlanOrder | null
  newRequestId: () => string
}

/** The draft of an order of a plan. */
export const planDraft = draftOf<Context>({
  name: 'plan',
  stored: ['amount'],
  isBegun: ({ form }) => form.amount !== '',
})

type Outcome = { output: OnceOutcome<PlanOrder> }

/**
 * The form under the current offer; undefined without one. `available`: within the loan cover; `most`: the amount
 * of Max.
 */
export function validateJoining({ form, offer, tier: id }: Pick<Context, 'form' | 'offer' | 'tier'>) {
  if (!offer?.plan) return undefined
  const { plan, cover } = offer
  const holding = { currency: plan.currency, available: offer.available }
  const available = hostableOf(holding, cover, (amount) => planRisk(amount, plan))
  // The plan's own figures: those of its tier may have changed since this build.
  const tier = { ...plan, id }
  return {
    plan,
    available,
    most: mostOf(tier, available),
    ...byLoan(validatePlan(form, { tier, feeBps: plan.feeBps, available }), holding, cover, available, 'loanHosting'),
  }
}

const amountKeys: readonly (string | null)[] = ['wrongAmount', 'belowMinimum', 'aboveMaximum', 'insufficientBalance']
const fieldOf = (key: string | null): string | null => (amountKeys.includes(key) ? 'amount' : null)

/** A plan with its projection, and an order of it, placed at most once. Tag `pending`: an order may exist without confirmation. */
export const planFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { tier: string; newRequestId: () => string },
    events: {} as
      | { type: 'plan.retry' }
      | { type: 'plan.change'; amount: string }
      | { type: 'plan.join' }
      | { type: 'form.back' }
      | { type: 'account.wallet'; wallet: Wallet },
    tags: {} as 'failed' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOffer: fromPromise<PlanOffer, { tier: string }>(async ({ input: { tier }, signal }) => {
      const [plans, { available }, cover] = await Promise.all([
        send(project, {}, { signal }),
        send(getInfo, { currency: PLAN_CURRENCY }, { signal }),
        dep('loadCover')(signal),
      ])
      const plan = plans.find((each) => each.tier === tier) ?? null
      return {
        plan,
        days: plan ? await send(days, { pid: plan.id, limit: PLAN_DAYS }, { signal }) : [],
        available,
        cover,
      }
    }),
    submitOnce: submitOnceBy(once(order)),
    watchAccount,
    keepDraft: planDraft.keepDraft,
  },
  actions: {
    keepOffer: assign((_, { output }: { output: PlanOffer }) => ({ offer: output })),
    change: assign((_, { amount }: { amount: string }) => ({ form: { amount }, failure: null })),
    noteWallet: assign(({ context: { offer } }, { wallet: { currency, available } }: { wallet: Wallet }) => ({
      offer: offer && (offer.plan?.currency === currency ? { ...offer, available } : offer),
    })),
    empty: assign({ form: { amount: '' } }),
    keepJoined: assign((_, { output }: Outcome) =>
      output.type === 'done' ? { joined: output.answer, form: { amount: '' } } : {},
    ),
  },
  guards: {
    isReady: ({ context }) => validateJoining(context)?.values !== undefined,
  },
})
  .extend(submissionParts(fieldOf))
  .createMachine({
    id: 'planForm',
    description: 'A hosting plan with its projection, and an order of it, placed at most once.',
    context: ({ input: { tier, newRequestId } }) =>
      planDraft.restore(
        {
          tier,
          form: { amount: '' },
          offer: null,
          failure: null,
          joined: null,
          newRequestId,
        },
        tier,
      ),
    invoke: [{ src: 'watchAccount', id: 'watchAccount' }, planDraft.keeping],
    initial: 'loading',
    on: { 'account.wallet': { actions: withEvent('noteWallet') } },
    states: {
      loading: {
        description: 'The last data stays while it reloads.',
        invoke: {
          src: 'loadOffer',
          id: 'loadOffer',
          input: ({ context: { tier } }) => ({ tier }),
          onDone: { target: 'editing', actions: withEvent('keepOffer') },
          onError: 'failed',
        },
      },
      failed: { tags: 'failed', on: { 'plan.retry': 'loading' } },
      editing: {
        on: {
          'plan.retry': 'loading',
          'plan.change': { actions: withEvent('change') },
          'plan.join': { guard: 'isReady', target: 'joining' },
        },
      },
      joining: submission({
        request: ({ form, offer, newRequestId }: Context) => ({
          pid: offer?.plan?.id ?? '',
          amount: form.amount,
          requestId: newRequestId(),
        }),
        tags: ['pending'],
        done: { target: 'joined', keep: 'keepJoined' },
        refused: 'editing',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the list of orders shows it.',
        tags: 'uncertain',
        on: { 'form.back': { target: 'loading', actions: 'empty' } },
      },
      joined: { on: { 'form.back': 'loading' } },
    },
  })

export type PlanActor = ActorRefFrom<typeof planFormMachine>
