import { beforeEach, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { DepositStart } from '../../../src/api/money/deposit.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import {
  type DepositGround,
  type DepositRequest,
  depositFormMachine,
  isAmountConfirmed,
} from '../../../src/machines/money/depositForm.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine } from '../kit/coverage.ts'
import { depositOf } from '../kit/deposits.ts'
import { lostDrafts } from '../kit/drafts.ts'

const limits = { min: '10.000000', max: '20000.000000', left: '20000.000000' }
const start: DepositStart = {
  currency: 'USDT',
  networks: [{ code: 'arbitrum', name: 'Arbitrum One', confirmations: 12 }],
  crypto: limits,
  bank: { ...limits, min: '50.000000', remark: 'Q-0123456789AB' },
  dailyLimit: '20000',
  again: null,
  confirmationSeconds: 2,
  reviewSeconds: 30,
}
const coins: DepositGround = { start, network: 'arbitrum', address: 'paper1address' }
const lost: DepositGround = { ...coins, start: { ...start, again: '10000.000000' } }
const bank: DepositGround = { start, network: '', address: null }
const deposit = depositOf('a-deposit')

const taken = done('submitOnce', { type: 'done', answer: deposit })
const limited = done('submitOnce', { type: 'refused', error: refused('aboveDailyLimit') })
const unproven = done('submitOnce', { type: 'refused', error: refused('receiptNotFound') })
const locked = done('submitOnce', { type: 'refused', error: refused('accountLocked') })
const untold = done('submitOnce', { type: 'unknown' })
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }

const back = { type: 'deposit.back' } as const
const submit = { type: 'deposit.submit' } as const
const again = { type: 'deposit.again' } as const
const amount = (value: string) => ({ type: 'deposit.change', value }) as const
const ether = { type: 'deposit.choose', choice: { currency: 'ETH', network: '' } } as const
const tron = { type: 'deposit.choose', choice: { currency: 'USDT', network: 'tron' } } as const
const photo = new File(['a picture'], 'proof.png', { type: 'image/png' })
const choose = { type: 'deposit.choosePhoto', proof: photo } as const
const text = new File(['a text'], 'proof.txt', { type: 'text/plain' })
const chooseText = { type: 'deposit.choosePhoto', proof: text } as const

const input = (way: 'crypto' | 'bank') => () => {
  let made = 0
  return { way, choice: { currency: 'USDT', network: '' }, newRequestId: () => `request-of-form-${++made}` }
}
type Form = Run<typeof depositFormMachine>
const requestsOf = ({ begun }: Form) =>
  begun.filter(({ src }) => src === 'submitOnce').map(({ input }) => (input as { request: DepositRequest }).request)

/** An accepted or unknown request is followed by one with a new id; a refused one by one with the same id. */
const expectIds = (run: Form) => {
  const ids = requestsOf(run).map(({ requestId }) => requestId)
  const ended = run.passed.filter((event) => [taken, untold].includes(event)).length
  expect(new Set(ids).size).toBeLessThanOrEqual(ended + 1)
  expect(run.snapshot().context.requestId).toBe(`request-of-form-${ended + 1}`)
}

testMachine(depositFormMachine, [
  {
    shows: 'sends coins once for each tap, and keeps what was typed where it was not taken',
    input: input('crypto'),
    callbacks: ['uploadProof'],
    events: [
      done('loadGround', coins),
      done('loadGround', lost),
      failed('loadGround', unanswered),
      amount('500'),
      amount('5'),
      ether,
      tron,
      submit,
      again,
      taken,
      limited,
      locked,
      untold,
      waits,
      { type: 'deposit.retry' },
    ],
    distinct: ({ form, ground, errors, unknown, again }) => [
      form.amount,
      form.currency,
      ground?.start.again,
      Object.keys(errors),
      unknown,
      again,
    ],
    canHappen: (event, snapshot) => {
      const { form, ground } = snapshot.context
      if (event === ether || event === tron) return form.currency === 'USDT' && !snapshot.matches('submitting')
      if (event === waits) return snapshot.matches('submitting')
      if (event.type === 'deposit.change') return form.amount === ''
      return event !== done('loadGround', lost) || ground === null
    },
    states: {
      '*': (run) => {
        expectIds(run)
        for (const request of requestsOf(run)) {
          if (request.type === 'again') expect(request.amount).toBe('10000.000000')
          else expect(request).toMatchObject({ way: 'crypto', amount: '500', network: 'arbitrum' })
        }
      },
      loading: ({ effects, snapshot }) => {
        const { form } = snapshot().context
        const { currency, network } = form
        expect(effects.get('loadGround')?.input).toEqual({ way: 'crypto', currency, network })
      },
      failed: ({ can }) => expect(can(submit)).toBe(false),
      open: ({ snapshot, passed, can }) => {
        const { failure, errors, unknown, form, ground } = snapshot().context
        expect(can(again)).toBe(ground?.start.again !== null)
        const last = passed.at(-1)
        if (last === limited) expect(failure).toMatchObject({ field: 'amount', refusal: { key: 'aboveDailyLimit' } })
        if (last === locked) expect(failure).toMatchObject({ field: null, refusal: { key: 'accountLocked' } })
        if (last === limited || last === locked || last === untold) expect(unknown).toBe(last === untold)
        if (last?.type === 'deposit.change') expect([errors, failure, unknown]).toEqual([{}, null, false])
        if (last === submit) {
          expect(errors.amount?.key).toBe(form.amount === '' ? 'parameterError' : 'belowMinimum')
        }
      },
      submitting: ({ snapshot, can }) => {
        expect(snapshot().hasTag('busy')).toBe(true)
        expect(can(submit)).toBe(false)
      },
      'submitting.sending.uncertain': ({ snapshot, actor, effects }) => {
        expect(snapshot().hasTag('uncertain')).toBe(true)
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)).toEqual({ type: 'once.checkNow' })
      },
    },
  },
  {
    shows: 'sends a proof once, before the transfer that it proves',
    // The page of deposits has loaded it already.
    input: () => ({ ...input('bank')(), ground: bank }),
    callbacks: ['uploadProof'],
    events: [
      done('loadGround', bank),
      amount('500'),
      amount('20'),
      back,
      choose,
      chooseText,
      submit,
      { type: 'photo.progress', done: 0.5 },
      { type: 'photo.uploaded', id: 'the-proof-0001' },
      { type: 'photo.failed', error: refused('wrongFileType') },
      taken,
      limited,
      unproven,
    ],
    distinct: ({ form, confirmed, proof, proofId, errors }) => [
      form.amount,
      confirmed,
      proof,
      proofId,
      Object.keys(errors),
    ],
    canHappen: (event, snapshot) => {
      if (event.type.startsWith('photo.')) return snapshot.matches({ submitting: 'uploading' })
      if (event === choose) return snapshot.context.proof !== photo
      if (event === chooseText) return snapshot.context.proof === null
      if (event === back) return snapshot.context.confirmed
      return event.type !== 'deposit.change' || snapshot.context.form.amount === ''
    },
    states: {
      '*': (run) => {
        expectIds(run)
        for (const request of requestsOf(run)) {
          expect(request).toMatchObject({ type: 'charge', way: 'bank', amount: '500', proof: 'the-proof-0001' })
        }
      },
      open: ({ snapshot, passed }) => {
        const { errors, failure, form, confirmed, proof } = snapshot().context
        const last = passed.at(-1)
        if (last === submit) {
          expect(confirmed).toBe(form.amount === '500')
          const wrong = form.amount === '' ? 'parameterError' : 'belowMinimum'
          expect(errors.amount?.key).toBe(confirmed ? undefined : wrong)
        }
        if (last === back) expect([confirmed, form.amount]).toEqual([false, '500'])
        // A file is checked as it is chosen, and not when it is sent.
        if (proof === text) expect(errors.proof?.key).toBe('wrongFileType')
        // The first tap confirms the amount, and the second one needs the proof.
        const second = confirmed && last === submit && passed.at(-2) === submit
        if (second && proof === null) expect(errors.proof?.key).toBe('proofRequired')
        if (last === limited) expect(isAmountConfirmed(snapshot().context)).toBe(false)
        if (last?.type === 'photo.failed') expect(failure).toMatchObject({ field: 'proof' })
        if (last === unproven) expect(failure).toMatchObject({ field: 'proof', refusal: { key: 'receiptNotFound' } })
      },
      'submitting.uploading': ({ effects }) => expect(effects.get('uploadProof')?.input).toEqual({ proof: photo }),
      loading: ({ snapshot, passed }) => {
        const { sent, form, confirmed, proof, proofId } = snapshot().context
        if (passed.at(-1) !== taken) return
        expect([sent, form.amount, confirmed, proof, proofId]).toEqual([deposit, '', false, null, null])
      },
    },
  },
])

beforeEach(() => inject({ drafts: lostDrafts }))

it('deposit form: asks again for an amount that was changed after a refusal', () => {
  const actor = createActor(depositFormMachine, { input: { ...input('bank')(), ground: bank } }).start()
  for (const event of [amount('500'), submit]) actor.send(event)
  expect(actor.getSnapshot().context.confirmed).toBe(true)
  actor.send(amount('400'))
  expect(actor.getSnapshot().context.confirmed).toBe(false)
})
