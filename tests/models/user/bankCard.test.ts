import { expect } from 'vitest'
import type { BankInfo } from '../../../src/api/account/bank.ts'
import { bankCardMachine } from '../../../src/machines/user/bankCard.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const countries = ['GB', 'US']
const typed = {
  realName: 'Ada Lovelace',
  payeeCountry: 'GB',
  phone: '+447911123456',
  recipientAddress: '12 St James’s Square',
  bankName: 'Example Bank',
  bankAddress: '1 Threadneedle Street',
  swiftCode: 'DEUTDEFF',
  username: 'A. Lovelace',
}
const card = { ...typed, routingNumber: '', cardNumber: '••••5432', updatedAt: 1_700_000_000 }
const none: BankInfo = { card: null, authenticator: false }
const saved: BankInfo = { card, authenticator: true }

const submit = { type: 'bankCard.submit' } as const
const edit = { type: 'bankCard.edit' } as const
const cancel = { type: 'bankCard.cancel' } as const
const type = (field: string, value: string) => ({ type: 'bankCard.change', field, value })

/** @param kept the expected `saved` */
const states = (kept: 'saved' | 'updated'): Walk<typeof bankCardMachine>['states'] => ({
  shown: ({ snapshot, can, passed }) => {
    if (passed.at(-1)?.type === done('saveBankCard', saved).type) expect(snapshot().context.saved).toBe(kept)
    // Typed input is gone: only the server's masked numbers remain.
    expect(snapshot().context).toMatchObject({
      card,
      form: { realName: '', cardNumber: '', routingNumber: '', password: '', code: '' },
    })
    expect(can(submit)).toBe(false)
  },
  form: (run) => {
    const { snapshot, passed, can } = run
    const { form, errors, failure, authenticator, card } = snapshot().context
    expect(can(cancel)).toBe(card !== null)
    expectFailure(run, 'swiftCode')
    if (passed.at(-1)?.error) expect(form).toMatchObject({ ...typed, cardNumber: '12345678' })
    if (passed.at(-1)?.type === edit.type) {
      expect(form).toMatchObject({ ...typed, cardNumber: '', routingNumber: '' })
      expect(failure).toBeNull()
    }
    if (passed.at(-1)?.type !== submit.type) return
    expect(errors.realName?.key).toBe(form.realName === '' ? 'nameForm' : undefined)
    expect(errors.cardNumber?.key).toBe(form.cardNumber === '' ? 'wrongCardNumber' : undefined)
    expect(errors.password?.key).toBe(form.password === '' ? 'passwordLength' : undefined)
    expect(errors.code?.key).toBe(authenticator && form.code === '' ? 'authenticatorCodeRequired' : undefined)
  },
  submitting: ({ snapshot, effects, can }) => {
    expect(effects.get('saveBankCard')?.input).toEqual(snapshot().context.form)
    expect(snapshot().hasTag('busy')).toBe(true)
    for (const event of [submit, cancel, type('phone', '1')]) expect(can(event as never)).toBe(false)
  },
})
const distinct: Walk<typeof bankCardMachine>['distinct'] = ({ form, card, errors }) => [form, card, errors]
const input = () => ({ address: null })
const endings = [
  submit,
  done('saveBankCard', saved),
  failed('saveBankCard', refused('wrongSwiftCode')),
  failed('saveBankCard', unanswered),
]
/** Fields are filled in one after the other: any other order leads to the same form. */
const inOrder =
  (fields: readonly string[]): NonNullable<Walk<typeof bankCardMachine>['canHappen']> =>
  (event, snapshot) => {
    if (event.type === edit.type) return snapshot.hasTag('card')
    if (event.type !== 'bankCard.change') return true
    const { form } = snapshot.context
    return fields.find((field) => form[field as 'phone'] === '') === event.field
  }
const first = { ...typed, cardNumber: '12345678', password: 'Analytical 1' }
const second = { cardNumber: '12345678', password: 'Analytical 1', code: '123456' }

testMachine(bankCardMachine, [
  {
    shows: 'saves the first one',
    input,
    events: [
      done('load', { ...none, countries }),
      cancel,
      ...Object.entries(first).map(([field, value]) => type(field, value)),
      ...endings,
    ],
    distinct,
    canHappen: inOrder(Object.keys(first)),
    states: states('saved'),
  },
  {
    shows: 'saves another in its place, beginning from it and without its numbers',
    input,
    events: [
      done('load', { ...saved, countries }),
      edit,
      cancel,
      ...Object.entries(second).map(([field, value]) => type(field, value)),
      ...endings,
    ],
    distinct,
    canHappen: inOrder(Object.keys(second)),
    states: states('updated'),
  },
])
