import { expect } from 'vitest'
import type { WithdrawalAddress } from '../../../src/api/money/withdrawal.ts'
import { addressBookMachine } from '../../../src/machines/money/addressBook.ts'
import type { AddressField } from '../../../src/rules/withdrawal/addresses.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const PAY_PASSWORD = 'Money Leaves 1'
const added: WithdrawalAddress = {
  id: 'address-of-the-book',
  label: '',
  network: 'ethereum',
  address: ADDRESS,
  checked: true,
  addedAt: 1_700_000_000,
  usableAt: 1_700_000_000,
}
const change = (field: AddressField, value: string) => ({ type: 'book.change', field, value }) as const
const add = { type: 'book.add' } as const
const remove = { type: 'book.delete', id: 'address-of-the-book' } as const

testMachine(addressBookMachine, [
  {
    shows: 'adds an address that its network knows, and deletes one',
    events: [
      { type: 'book.open' },
      { type: 'book.close' },
      { type: 'book.back' },
      { type: 'book.new', network: 'ethereum', authenticator: false },
      { type: 'book.new', network: 'ethereum', authenticator: true },
      change('address', ADDRESS),
      change('address', 'T'),
      change('payPassword', PAY_PASSWORD),
      change('code', '123456'),
      add,
      remove,
      done('addAddress', added),
      failed('addAddress', refused('addressExists')),
      failed('addAddress', refused('wrongPayPassword')),
      failed('addAddress', unanswered),
      done('deleteAddress', added.id),
      failed('deleteAddress', refused('addressNotYours')),
    ],
    distinct: ({ form, errors, authenticator, news, failure }) => [
      ...Object.values(form),
      authenticator,
      Object.keys(errors),
      news?.type,
      failure?.refusal?.key,
    ],
    // After the book has changed it continues as before.
    canHappen: (_, snapshot) => snapshot.context.news === null,
    states: {
      closed: ({ snapshot, can }) => {
        expect(can(add)).toBe(false)
        expect([snapshot().context.form.payPassword, snapshot().context.form.code]).toEqual(['', ''])
        if (snapshot().context.news) expect(snapshot().context.news).toEqual({ type: 'added', address: added })
      },
      list: (run) => {
        const { news } = run.snapshot().context
        if (news) expect(news).toEqual({ type: 'deleted', id: added.id })
        if (run.passed.at(-1)?.error) expectFailure(run, null)
      },
      form: (run) => {
        const { form, errors } = run.snapshot().context
        const last = run.passed.at(-1)
        const isOfPassword = run.snapshot().context.failure?.refusal?.key === 'wrongPayPassword'
        if (last?.error) expectFailure(run, isOfPassword ? 'payPassword' : 'address')
        if (last?.type !== add.type) return
        expect(errors.address?.key).toBe(form.address === ADDRESS ? undefined : 'wrongAddress')
        expect(errors.payPassword?.key).toBe(form.payPassword === '' ? 'passwordLength' : undefined)
        const lacksCode = run.snapshot().context.authenticator && form.code === ''
        expect(errors.code?.key).toBe(lacksCode ? 'authenticatorCodeRequired' : undefined)
      },
      adding: ({ snapshot, effects, can }) => {
        expect(effects.get('addAddress')?.input).toEqual({
          network: 'ethereum',
          address: ADDRESS,
          label: '',
          payPassword: PAY_PASSWORD,
          ...(snapshot().context.authenticator && { code: '123456' }),
        })
        expect([can(add), can({ type: 'book.close' })]).toEqual([false, false])
      },
      deleting: ({ effects, can }) => {
        expect(effects.get('deleteAddress')?.input).toEqual({ id: added.id })
        expect([can(remove), can({ type: 'book.close' })]).toEqual([false, false])
      },
    },
  },
])
