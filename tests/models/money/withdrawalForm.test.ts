import { expect } from 'vitest'
import type { Withdrawal, WithdrawalAddress, WithdrawalConditions } from '../../../src/api/money/withdrawal.ts'
import type { WithdrawalRequest } from '../../../src/machines/money/withdrawal-form-types.ts'
import { withdrawalFormMachine } from '../../../src/machines/money/withdrawalForm.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { withdrawalOf } from '../kit/withdrawals.ts'

type Page = Run<typeof withdrawalFormMachine>
type PageWalk = Walk<typeof withdrawalFormMachine>

const address = (id: string, network: WithdrawalAddress['network']): WithdrawalAddress => ({
  id,
  label: '',
  network,
  address: `an address on ${network}`,
  checked: true,
  addedAt: 1_700_000_000,
  usableAt: 1_700_000_000,
})
const underReview = withdrawalOf('withdrawal-of-this-page')
const cancelled: Withdrawal = { ...underReview, state: 'cancelled', version: 2, status: 2 }
const met: WithdrawalConditions = {
  conditions: [{ name: 'verified', refusal: null }],
  turnover: { asked: '0.000000', counted: '0.000000', missing: '0.000000' },
  currencies: [
    { currency: 'USDT', available: '150.000000', balance: '200.000000', min: '30.000000', own: null },
    { currency: 'BTC', available: '1.00000000', balance: '1.00000000', min: '0.00069473', own: null },
  ],
  addresses: [address('address-on-tron', 'tron'), address('address-on-bitcoin', 'bitcoin')],
  authenticator: false,
  newest: null,
  owed: null,
  addressWaitSeconds: 86_400,
}
const less: WithdrawalConditions = {
  ...met,
  currencies: met.currencies.map((limits) =>
    limits.currency === 'USDT' ? { ...limits, available: '120.500000' } : limits,
  ),
}
const unmet: WithdrawalConditions = { ...met, conditions: [{ name: 'verified', refusal: 'verifyNameFirst' }] }

const change = (field: string, value: string) => ({ type: 'withdrawal.change', field, value })
const next = { type: 'withdrawal.next' } as const
const back = { type: 'form.back' } as const
const submit = { type: 'withdrawal.submit' } as const
const cancel = { type: 'withdrawal.cancel' } as const
const ended = (effect: 'submitOnce' | 'cancelOnce', outcome: object) => done(effect, outcome)
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })

const requestsOf = ({ begun }: Page) =>
  begun.filter(({ src }) => src === 'submitOnce').map(({ input }) => (input as { request: WithdrawalRequest }).request)

const page: Pick<PageWalk, 'input' | 'callbacks' | 'distinct' | 'states'> = {
  callbacks: ['watchAccount'],
  input: () => {
    let made = 0
    return {
      currency: 'USDT',
      newRequestId: () => `request-id-of-page-${++made}`,
      serverNow: () => 1_700_000_001_000.5,
    }
  },
  distinct: ({ form, errors, failure, asked, submitted, cancelled }) => [
    form.amount,
    form.currency,
    form.addressId,
    form.payPassword,
    Object.keys(errors),
    failure?.refusal?.key,
    asked.conditions[0]?.refusal,
    asked.newest?.state,
    asked.addresses.length,
    submitted?.id,
    cancelled?.id,
  ],
  states: {
    '*': (run) => {
      const { snapshot, effects, can } = run
      expect(effects.has('watchAccount')).toBe(true)
      expect(effects.has('submitOnce')).toBe(snapshot().matches('submitting'))
      expect(snapshot().hasTag('sheet')).toBe(snapshot().matches('confirming') || snapshot().matches('submitting'))
      const { form, asked, requestId } = snapshot().context
      // The secrets live as long as their sheet.
      if (!snapshot().hasTag('sheet')) expect([form.payPassword, form.code]).toEqual(['', ''])
      const carried = asked.addresses.find(({ id }) => id === form.addressId)
      if (carried) expect(carried.network).toBe({ USDT: 'tron', BTC: 'bitcoin' }[form.currency])
      for (const request of requestsOf(run)) {
        expect(request).toMatchObject({ currency: 'USDT', amount: '100', addressId: 'address-on-tron', upTo: false })
        expect(request).not.toHaveProperty('code')
      }
      if (!snapshot().hasTag('sheet') && requestsOf(run).length > 0) {
        expect(requestsOf(run).map((request) => request.requestId)).not.toContain(requestId)
      }
      expect(can(submit) && !snapshot().matches('confirming')).toBe(false)
    },
    open: (run) => {
      const { snapshot, passed } = run
      const { form, errors, failure, asked, submitted } = snapshot().context
      const last = passed.at(-1)
      if (last?.type === next.type) {
        const isEmpty = form.amount === ''
        expect(errors.amount?.key).toBe(
          isEmpty ? 'belowMinimum' : form.amount === '175' ? 'insufficientAccountBalance' : undefined,
        )
      }
      if (last?.type === 'account.withdrawal') expect(asked.newest).toEqual(cancelled)
      if (last?.output?.type === 'done') expect([asked.newest, form.amount]).toEqual([last.output.answer, ''])
      if (last?.output?.type === 'done' && last.output.answer === underReview) expect(submitted).toEqual(underReview)
      if (last?.output?.type === 'refused') {
        expect(failure?.refusal?.key).toBe(last.output.error.refusal.key)
        expect(failure?.field).toBe(failure?.refusal?.key === 'insufficientAccountBalance' ? 'amount' : null)
      }
    },
    confirming: (run) => {
      const { snapshot, passed } = run
      const { errors, failure } = snapshot().context
      const last = passed.at(-1)
      if (last?.type === submit.type) expect(errors.payPassword?.key).toBe('passwordLength')
      if (last?.output) expect(failure?.field).toBe('payPassword')
    },
    submitting: ({ can }) => {
      for (const event of [submit, back, next]) expect(can(event)).toBe(false)
    },
    'submitting.uncertain': ({ effects, actor }) => {
      checkNow(actor)
      expect(effects.get('submitOnce')?.heard.at(-1)).toEqual({ type: 'once.checkNow' })
    },
    cancelling: ({ effects, can }) => {
      expect(effects.get('cancelOnce')?.input).toMatchObject({ request: { id: underReview.id } })
      for (const event of [cancel, next]) expect(can(event)).toBe(false)
    },
  },
}

const isFirst: NonNullable<PageWalk['canHappen']> = (_, { context }) =>
  context.submitted === null && context.cancelled === null

testMachine(withdrawalFormMachine, [
  {
    ...page,
    shows: 'lets nobody on who does not meet each condition, and looks again at what has changed',
    events: [
      done('load', unmet),
      next,
      { type: 'withdrawal.reload' },
      { type: 'withdrawal.added', address: address('new-on-tron', 'tron') },
      { type: 'account.wallet' },
      { type: 'account.order' },
      { type: 'account.kyc' },
      { type: 'account.missed' },
      done('reload', unmet),
      failed('reload', unanswered),
    ],
    canHappen: ({ type }, { context }) => type !== 'withdrawal.added' || context.asked.addresses.length === 2,
    states: {
      ...page.states,
      '*': (run) => {
        page.states['*']?.(run)
        expect(run.snapshot().matches('confirming')).toBe(false)
        if (run.passed.at(-1)?.type === 'withdrawal.added') {
          expect(run.snapshot().context.form.addressId).toBe('new-on-tron')
        }
      },
    },
  },
  {
    ...page,
    shows: 'withdraws once at most what the rule lets through and the proof goes with',
    events: [
      done('load', met),
      change('amount', '100'),
      change('amount', '175'),
      change('currency', 'BTC'),
      next,
      back,
      change('payPassword', 'Money Leaves 1'),
      submit,
      sending({ uncertain: 'waiting' }),
      sending('sending'),
      ended('submitOnce', { type: 'done', answer: underReview }),
      ended('submitOnce', { type: 'refused', error: refused('wrongPayPassword') }),
      ended('submitOnce', { type: 'refused', error: refused('insufficientAccountBalance') }),
      ended('submitOnce', { type: 'refused', error: refused('withdrawalPending') }),
      ended('submitOnce', { type: 'unknown' }),
      done('reload', met),
    ],
    canHappen: (event, snapshot) => {
      if (!isFirst(event, snapshot)) return event.type.endsWith('reload')
      const { form } = snapshot.context
      if (event.type !== 'withdrawal.change') return form.currency === 'USDT' || event.type === next.type
      if (event.field === 'payPassword') return snapshot.hasTag('sheet') && form.payPassword === ''
      return !snapshot.hasTag('sheet') && form.amount === '' && form.currency === 'USDT'
    },
    states: page.states,
  },
  {
    ...page,
    shows: 'withdraws all that may leave, also where that is less by then',
    events: [
      done('load', met),
      change('amount', '150'),
      change('payPassword', 'Money Leaves 1'),
      { type: 'account.wallet' },
      done('reload', less),
      next,
      submit,
    ],
    canHappen: (event, snapshot) => {
      const { amount, payPassword } = snapshot.context.form
      if (event.type !== 'withdrawal.change') return event.type !== submit.type || payPassword !== ''
      return event.field === 'amount' ? amount === '' : snapshot.hasTag('sheet') && payPassword === ''
    },
    states: {
      open: ({ snapshot }) => {
        const { form, asked, errors } = snapshot().context
        if (form.amount !== '') expect(form.amount).toBe(asked === less ? '120.5' : '150')
        expect(errors.amount?.key).toBe(form.amount === '' ? errors.amount?.key : undefined)
      },
      submitting: (run) => {
        const { amount } = run.snapshot().context.form
        expect(requestsOf(run)).toMatchObject([{ amount, upTo: true }])
      },
    },
  },
  {
    ...page,
    shows: 'takes back what is under review, and follows what becomes of it',
    events: [
      done('load', { ...met, newest: underReview }),
      done('load', met),
      cancel,
      { type: 'account.withdrawal', withdrawal: cancelled },
      ended('cancelOnce', { type: 'done', answer: cancelled }),
      ended('cancelOnce', { type: 'refused', error: refused('orderNotCancellable') }),
      ended('cancelOnce', { type: 'unknown' }),
      done('reload', { ...met, newest: cancelled }),
    ],
    canHappen: isFirst,
    states: page.states,
  },
])
