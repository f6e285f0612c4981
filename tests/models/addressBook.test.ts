import { expect } from 'vitest'
import type { WithdrawalAddress } from '../../src/api/withdrawal.ts'
import { addressBookMachine } from '../../src/machines/money/addressBook.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'
import { expectFailure } from './failures.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const added: WithdrawalAddress = {
  id: 'address-of-the-book',
  label: '',
  network: 'ethereum',
  address: ADDRESS,
  checked: true,
  addedAt: 1_700_000_000,
  usableAt: 1_700_000_000,
}
const change = (address: string) => ({ type: 'book.change', field: 'address', value: address }) as const
const add = { type: 'book.add' } as const
const remove = { type: 'book.delete', id: 'address-of-the-book' } as const

testMachine(addressBookMachine, [
  {
    shows: 'adds an address that its network knows, and deletes one',
    events: [
      { type: 'book.open' },
      { type: 'book.close' },
      { type: 'book.back' },
      { type: 'book.new', network: 'ethereum' },
      change(ADDRESS),
      change('T'),
      add,
      remove,
      done('addAddress', added),
      failed('addAddress', refused('addressExists')),
      failed('addAddress', unanswered),
      done('deleteAddress', added.id),
      failed('deleteAddress', refused('addressNotYours')),
    ],
    distinct: ({ form, errors, news, failure }) => [
      form.address,
      Object.keys(errors),
      news?.type,
      failure?.refusal?.key,
    ],
    // Once the book has changed it goes on as it began.
    canHappen: (_, snapshot) => snapshot.context.news === null,
    states: {
      closed: ({ snapshot, can }) => {
        expect(can(add)).toBe(false)
        if (snapshot().context.news) expect(snapshot().context.news).toEqual({ type: 'added', address: added })
      },
      list: (run) => {
        const { news } = run.snapshot().context
        if (news) expect(news).toEqual({ type: 'deleted', id: added.id })
        if (run.passed.at(-1)?.error) expectFailure(run, null)
      },
      form: (run) => {
        const { form, errors } = run.snapshot().context
        if (run.passed.at(-1)?.error) expectFailure(run, 'address')
        const said = run.passed.at(-1)?.type === add.type
        if (said) expect(errors.address?.key).toBe(form.address === ADDRESS ? undefined : 'wrongAddress')
      },
      adding: ({ effects, can }) => {
        expect(effects.get('addAddress')?.input).toEqual({ network: 'ethereum', address: ADDRESS, label: '' })
        expect([can(add), can({ type: 'book.close' })]).toEqual([false, false])
      },
      deleting: ({ effects, can }) => {
        expect(effects.get('deleteAddress')?.input).toEqual({ id: added.id })
        expect([can(remove), can({ type: 'book.close' })]).toEqual([false, false])
      },
    },
  },
])
