import { expect } from 'vitest'
import type { MoneyRecord } from '../../../src/api/money/records.ts'
import { recordListMachine } from '../../../src/machines/money/recordList.ts'
import { testMachine } from '../kit/coverage.ts'

const record = (number: number): MoneyRecord => ({
  id: `record-${number}`,
  at: 1_700_000_000 + number,
  currency: 'USDT',
  amount: '1.000000',
  balance: null,
  note: null,
  person: null,
  held: '0.000000',
  cause: 'microtrade',
  causeId: 'order-1234',
  step: 'payWinner',
})
const loaded = (entries: readonly MoneyRecord[], first: boolean, asOf: number | null = null) =>
  ({ type: 'list.loaded', page: { entries, asOf }, first, complete: false }) as const
const newest = loaded([record(9), record(8)], true)
const known = loaded([record(9)], true, 1_700_000_000_000)
const older = loaded([record(8), record(7)], false)
const moved = { type: 'account.wallet' } as const
const noted = { type: 'records.noted', id: 'record-9', note: 'Rent' } as const
const missed = { type: 'account.missed' } as const

testMachine(recordListMachine, [
  {
    shows: 'loads again what moved at once, and only says so to who has read on',
    input: () => ({ currency: 'USDT' }),
    callbacks: ['watchAccount'],
    distinct: ({ records, readOn, newer, asOf }) => [records.length, records[0]?.note, readOn, newer, asOf],
    events: [newest, known, older, noted, moved, missed, { type: 'records.newest' }],
    states: {
      '*': ({ snapshot, passed, effects }) => {
        const { records, newer, asOf } = snapshot().context
        const at = passed.findLastIndex(({ first }) => first === true)
        const since = passed.slice(at + 1)
        const pages = since.indexOf(older)
        expect(newer).toBe(pages >= 0 && since.slice(pages).some((event) => event === moved || event === missed))
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
        const isNoted = since.includes(noted) && at >= 0
        expect(records.map(({ note }) => note)).toEqual(
          records.map((_, index) => (isNoted && index === 0 ? 'Rent' : null)),
        )
        if (at >= 0) {
          expect(asOf).toBe(passed[at]?.page.asOf)
          expect(records.length).toBe(passed[at]?.page.entries.length + (pages < 0 ? 0 : passed[at] === known ? 2 : 1))
        }
        const told = passed.flatMap((event, index) => {
          const before = passed.slice(0, index)
          const readOn = before.lastIndexOf(older) > before.findLastIndex((each) => each.first)
          if (event === moved || event === missed) return readOn ? [] : ['list.refresh']
          return event.type === 'records.newest' ? ['list.refresh'] : []
        })
        expect(effects.get('pages')?.input).toEqual({ query: { currency: 'USDT' } })
        expect(effects.get('pages')?.heard.map(({ type }) => type)).toEqual(told)
      },
    },
  },
])
