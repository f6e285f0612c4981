import { beforeEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { inject } from '../../../src/machines/actors/call.ts'
import { type LoanRequest, loanFormMachine } from '../../../src/machines/money/loanForm.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { loanDocumentNames } from '../../../src/rules/loan/loan.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { lostDrafts } from '../kit/drafts.ts'
import { AGREEMENT, loanOf, loanOffer } from '../kit/loans.ts'

const loaded = done('load', loanOffer)
const barred = done('load', { ...loanOffer, refusal: 'loanOverdue' })
const right = { type: 'loan.change', amount: '1000' } as const
const low = { type: 'loan.change', amount: '99.999999' } as const
const month = { type: 'loan.choose', days: 30 } as const
const photo = new File(['a picture'], 'document.png', { type: 'image/png' })
const choices = loanDocumentNames.map((name) => ({ type: 'loan.choosePhoto', name, photo }) as const)
const agree = { type: 'loan.agree', agreed: true } as const
const submit = { type: 'loan.submit' } as const
const progress = { type: 'photo.progress', done: 0.5 } as const
const uploaded = { type: 'photo.uploaded', id: 'a-photo-that-arrived' } as const
const tooLarge = { type: 'photo.failed', error: refused('fileTooLarge') } as const
const unansweredPhoto = { type: 'photo.failed', error: unanswered } as const
const applied = done('submitOnce', { type: 'done', answer: loanOf('loan-1') })
const limited = done('submitOnce', { type: 'refused', error: refused('loanLimitReached') })
const unoffered = done('submitOnce', { type: 'refused', error: refused('wrongCycle') })
const locked = done('submitOnce', { type: 'refused', error: refused('accountLocked') })
const newVersion = done('submitOnce', { type: 'refused', error: refused('agreementRequired') })
const untold = done('submitOnce', { type: 'unknown' })
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }
const sending = { type: 'xstate.snapshot.submitOnce', snapshot: { value: 'sending' } }
const news = ['account.loan', 'account.kyc', 'account.missed'].map((type) => ({ type })) as { type: 'account.loan' }[]

type Form = Run<typeof loanFormMachine>
const requestsOf = ({ begun }: Form) =>
  begun.filter(({ src }) => src === 'submitOnce').map(({ input }) => (input as { request: LoanRequest }).request)

const base: Pick<Walk<typeof loanFormMachine>, 'input' | 'callbacks' | 'distinct' | 'canHappen'> = {
  callbacks: ['watchAccount', 'uploadPhoto'],
  input: () => {
    let made = 0
    return { newRequestId: () => `request-id-of-loan-${++made}` }
  },
  distinct: ({ form, photos, ids, agreed, errors }) => [
    form,
    Object.values(photos).filter(Boolean).length,
    Object.values(ids).filter(Boolean).length,
    agreed,
    Object.keys(errors).length,
  ],
  // Fields are filled in from the top.
  canHappen: (event, { context: { form, photos, agreed }, ...now }) => {
    const next = loanDocumentNames.find((name) => photos[name] === null)
    if (event.type === 'loan.choosePhoto') return form.amount === '1000' && event.name === next
    if (event.type === 'loan.choose') return form.amount === '1000' && form.days === 7 && next !== undefined
    if (event === low) return form.amount === ''
    if (event === right) return next === loanDocumentNames[0] || form.amount !== '1000'
    if (event === agree) return next === undefined && !agreed
    if (event.type.startsWith('photo.')) return now.matches({ submitting: 'uploading' })
    return true
  },
}

/** An incomplete form is not sent. */
const whole: typeof base.canHappen = (event, now) =>
  (event !== submit || now.context.agreed) && (base.canHappen?.(event, now) ?? true)

testMachine(loanFormMachine, [
  {
    shows: 'sends each photograph once, then the application, once, whatever is tapped meanwhile',
    ...base,
    canHappen: whole,
    events: [
      loaded,
      right,
      ...choices,
      agree,
      submit,
      progress,
      uploaded,
      tooLarge,
      applied,
      limited,
      unoffered,
      locked,
      newVersion,
    ],
    states: {
      '*': (run) => {
        const requests = requestsOf(run)
        expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length)
        for (const request of requests) {
          expect(request).toMatchObject({ amount: '1000', agreement: AGREEMENT, house: uploaded.id })
          expect(request.days).toBe(7)
        }
        // None is sent again that has arrived.
        const sent = run.begun.flatMap(({ src, input }) =>
          src === 'uploadPhoto' ? [(input as { name: string }).name] : [],
        )
        const failures = run.passed.filter((event) => event === tooLarge).length
        expect(sent.length).toBeLessThanOrEqual(loanDocumentNames.length + failures)
      },
      open: ({ snapshot, passed }) => {
        const { failure, photos, agreed, form } = snapshot().context
        const last = passed.at(-1)
        if (last === tooLarge) expect(failure).toMatchObject({ refusal: { key: 'fileTooLarge' } })
        if (last === limited) expect(failure).toMatchObject({ field: 'amount' })
        if (last === unoffered) expect(failure).toMatchObject({ field: 'days' })
        if (last === locked) expect(failure).toMatchObject({ field: null, refusal: { key: 'accountLocked' } })
        // A new version of the agreement must be accepted again, and typed values stay.
        if (last === loaded && passed.at(-2) === newVersion) {
          expect([agreed, form.amount, photos.house, failure?.field]).toEqual([false, '1000', photo, 'agreed'])
        }
      },
      'submitting.uploading': ({ snapshot, effects, can, passed }) => {
        const { ids, progress: gone } = snapshot().context
        if (passed.at(-1) !== progress) expect(gone).toBe(0)
        const name = loanDocumentNames.find((each) => ids[each] === null)
        expect(effects.get('uploadPhoto')?.input).toEqual({ name, photo })
        for (const event of [submit, low, agree]) expect(can(event)).toBe(false)
      },
      'submitting.sending': ({ can, effects }) => {
        expect([can(submit), effects.has('uploadPhoto')]).toEqual([false, false])
      },
      applied: ({ snapshot }) => {
        const { applied: loan, photos } = snapshot().context
        expect([loan?.id, Object.values(photos)]).toEqual(['loan-1', [null, null, null, null]])
      },
    },
  },
  {
    shows: 'says that it is not known yet, asks again at once, and at last that nobody knows',
    ...base,
    canHappen: whole,
    events: [loaded, right, ...choices, agree, submit, uploaded, waits, sending, untold],
    states: {
      'submitting.sending.uncertain': ({ actor, effects }) => {
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
      unknown: ({ snapshot }) => expect(snapshot().hasTag('pending')).toBe(false),
    },
  },
  {
    shows: 'accepts no application from a user who may not apply, and checks again after what may change that',
    ...base,
    events: [barred, loaded, right, submit, ...news],
    states: {
      barred: ({ can, snapshot }) => {
        expect([can(submit), snapshot().context.offer?.refusal]).toEqual([false, 'loanOverdue'])
      },
      loading: ({ can }) => expect(can(submit)).toBe(false),
    },
  },
  {
    shows: 'keeps what was filled in where a photograph got no answer',
    ...base,
    canHappen: whole,
    events: [loaded, right, ...choices, agree, submit, unansweredPhoto],
    states: {
      open: ({ snapshot, passed }) => {
        const { failure, form, agreed } = snapshot().context
        if (passed.at(-1) !== unansweredPhoto) return
        expect([failure?.refusal, failure?.field, form.amount, agreed]).toEqual([null, null, '1000', true])
      },
    },
  },
  {
    shows: 'says of each thing that is missing that it is, and no more once it is there',
    ...base,
    events: [loaded, low, right, month, ...choices, agree, submit],
    states: {
      open: ({ snapshot, passed }) => {
        const { errors, photos, agreed, form, failure } = snapshot().context
        const last = passed.at(-1)
        if (last?.type === 'loan.change') expect([errors.amount, failure]).toEqual([undefined, null])
        if (last !== submit) return
        expect(Object.keys(errors).toSorted()).toEqual(
          [
            ...(form.amount === '1000' ? [] : ['amount']),
            ...loanDocumentNames.filter((name) => photos[name] === null),
            ...(agreed ? [] : ['agreed']),
          ].toSorted(),
        )
      },
    },
  },
])

beforeEach(() => inject({ drafts: lostDrafts }))

it('loan form: does not resend uploaded photographs after a refused application', async () => {
  const sent: string[] = []
  const answers = [{ type: 'refused' as const, error: refused('loanLimitReached') }, { type: 'unknown' as const }]
  const form = createActor(
    loanFormMachine.provide({
      actors: {
        loadFirst: fromPromise(async () => loanOffer) as never,
        watchAccount: fromCallback(() => {}),
        uploadPhoto: fromCallback<{ type: 'none' }, { name: string }>(({ input, sendBack }) => {
          sent.push(input.name)
          sendBack({ type: 'photo.uploaded', id: `the-photo-of-${input.name}` })
        }) as never,
        submitOnce: fromPromise(async () => answers.shift()) as never,
      },
    }),
    { input: { newRequestId: () => 'request-id-of-loan' } },
  ).start()
  await waitFor(form, (now) => now.hasTag('form'))
  for (const event of [right, ...choices, agree, submit]) form.send(event)
  await waitFor(form, ({ context }) => context.failure !== null)
  form.send(submit)
  await waitFor(form, (now) => now.matches('unknown'))
  expect(sent).toEqual([...loanDocumentNames])
})
