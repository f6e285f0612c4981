import { describe, expect, it } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import { type Drafted, draftOf, type StorableField } from '../../../src/machines/actors/draft.ts'
import { UNREAD } from '../../../src/machines/parts/typed-amount.ts'
import type { BankCardForm } from '../../../src/rules/account/bank.ts'
import type { RegisterForm } from '../../../src/rules/account/credentials.ts'
import type { KycForm } from '../../../src/rules/account/kyc.ts'
import { createDraftDevice } from '../kit/drafts.ts'

type Context = Drafted & {
  form: { amount: string; days: number; code: string; note: string }
  photo: File | null
  price: number
}

const draft = draftOf<Context>({
  name: 'order',
  stored: ['amount', 'days'],
  held: ['code'],
  beside: ['photo'],
  isBegun: ({ form, photo }) => form.amount !== '' || photo !== null,
})

const machine = setup({
  types: {
    context: {} as Context,
    input: {} as { about?: string },
    events: {} as
      | { type: 'set'; form?: Partial<Context['form']>; photo?: File; price?: number }
      | { type: 'send' }
      | { type: 'lose' }
      | { type: 'back' },
  },
  actors: { keepDraft: draft.keepDraft, submitOnce: fromPromise(() => new Promise<void>(() => {})) },
  actions: {
    set: assign(
      ({ context }, { form, ...rest }: { form?: Partial<Context['form']>; photo?: File; price?: number }) => ({
        ...rest,
        form: { ...context.form, ...form },
      }),
    ),
  },
}).createMachine({
  context: ({ input: { about } }) =>
    draft.restore({ form: { amount: '', days: 7, code: '', note: '' }, photo: null, price: 0 }, about),
  invoke: draft.keeping,
  initial: 'open',
  states: {
    open: {
      on: { set: { actions: { type: 'set', params: ({ event: { type: _, ...rest } }) => rest } }, send: 'sending' },
    },
    sending: { invoke: { src: 'submitOnce', id: 'submitOnce' }, on: { back: 'open', lose: 'unknown' } },
    unknown: { tags: 'uncertain', on: { back: 'open' } },
  },
})

const photo = new File(['a picture'], 'photo.png')
const start = (about?: string) => createActor(machine, { input: about === undefined ? {} : { about } }).start()
const formOf = (actor: ReturnType<typeof start>) => actor.getSnapshot().context.form

/** A form with something in every field. */
const fill = () => {
  const actor = start()
  actor.send({ type: 'set', form: { amount: '50', days: 30, code: '123456', note: 'a note' }, photo, price: 3 })
  return actor
}

describe('draft', () => {
  it('is there again when its page is: what is stored, what is held, and nothing else', () => {
    createDraftDevice().open('ada')
    fill().stop()
    const { form, photo: kept, price } = start().getSnapshot().context
    expect(form).toEqual({ amount: '50', days: 30, code: '123456', note: '' })
    expect([kept, price]).toEqual([photo, 0])
  })

  it('has after a reload what may be stored, and the device no more than that', () => {
    const device = createDraftDevice()
    device.open('ada')
    fill()
    expect(JSON.parse(device.stored() ?? '').forms.order.form).toEqual({ amount: '50', days: 30 })
    device.open('ada')
    const { form, photo: kept } = start().getSnapshot().context
    expect([form, kept]).toEqual([{ amount: '50', days: 30, code: '', note: '' }, null])
  })

  it('is its own for each thing that the form is about', () => {
    createDraftDevice().open('ada')
    start('BTC').send({ type: 'set', form: { amount: '1' } })
    start('ETH').send({ type: 'set', form: { amount: '2' } })
    expect([start('BTC'), start('ETH'), start()].map((actor) => formOf(actor).amount)).toEqual(['1', '2', ''])
  })

  it('is dropped while its request is under way or its outcome unknown, and there again after a refusal', () => {
    const device = createDraftDevice()
    device.open('ada')
    const actor = fill()
    actor.send({ type: 'send' })
    expect(device.stored()).toBeUndefined()
    expect(formOf(start()).amount).toBe('')
    actor.send({ type: 'lose' })
    expect(formOf(start()).amount).toBe('')
    actor.send({ type: 'back' })
    expect(formOf(start()).amount).toBe('50')
  })

  it('ends when nothing is left of it', () => {
    const device = createDraftDevice()
    device.open('ada')
    const actor = start()
    actor.send({ type: 'set', form: { amount: '50', days: 30 } })
    expect(device.stored()).toContain('"amount":"50"')
    actor.send({ type: 'set', form: { amount: '' } })
    expect(device.stored()).toBeUndefined()
    expect(formOf(start()).days).toBe(7)
  })

  it('grows no younger by a visit, or by a change of something else', () => {
    const device = createDraftDevice()
    device.open('ada')
    fill().stop()
    const before = device.stored()
    device.wait(1)
    start().send({ type: 'set', price: 4 })
    expect(device.stored()).toBe(before)
  })

  it('has no amount that could not be read', () => {
    const device = createDraftDevice()
    device.open('ada')
    fill().send({ type: 'set', form: { amount: UNREAD } })
    expect(formOf(start())).toMatchObject({ amount: '', days: 30 })
  })

  it('ignores a stored value of another type, as from another version', () => {
    const device = createDraftDevice()
    device.open('ada').keep('order', { form: {} }, { amount: 50, days: 30 }, false)
    device.open('ada')
    expect(formOf(start())).toMatchObject({ amount: '', days: 30 })
  })

  it('stores no secret, no photograph, nothing of an identity or a bank card', () => {
    type Form = {
      amount: string
      payPassword: string
      old: string
      emailCode: string
      photo: File | null
      agreed: boolean
    }
    const storable: Record<StorableField<Form>, true> = { amount: true, agreed: true }
    const registration: Record<StorableField<RegisterForm>, true> = {
      ...{ username: true, channel: true, areaCode: true, address: true, inviteCode: true },
    }
    const none: [StorableField<KycForm>, StorableField<BankCardForm>] extends [never, never] ? true : false = true
    expect([Object.keys(storable), Object.keys(registration).length, none]).toEqual([['amount', 'agreed'], 5, true])
  })
})
