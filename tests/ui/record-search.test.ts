import { expect, test } from 'vitest'
import type { UiKey } from '../../src/ui/i18n/texts.ts'
import { searchOf } from '../../src/ui/pages/records/record-search.ts'

const texts: Partial<Record<UiKey, string>> = {
  'records.swaps': 'Swaps',
  'records.payTo': 'Received in swap',
  'records.holdStake': 'Stake reserved',
}
const t = (key: UiKey) => texts[key] ?? key

test('record search: a word finds the movements that it names, and the causes, in any case', () => {
  expect(searchOf('STAKE res', 'en', t)).toEqual({ text: 'STAKE res', steps: 'microtrade.holdStake' })
  expect(searchOf('swaps', 'en', t).steps?.split(',')).toEqual(
    expect.arrayContaining(['swap.payFrom', 'swap.payTo', 'swap.takeFee']),
  )
  expect(searchOf('in swap', 'en', t).steps).toBe('swap.payTo')
})

test('record search: an amount is read as the language writes it, with sign and currency', () => {
  expect(searchOf('1,234.5', 'en', t)).toEqual({ text: '1,234.5', amount: '1234.5' })
  expect(searchOf('1.234,5', 'it', t)).toEqual({ text: '1.234,5', amount: '1234.5' })
  for (const text of ['-25', '+25', '−25.00 USDT', '25 usdt'])
    expect(searchOf(text, 'en', t).amount).toMatch(/^25(\.00)?$/)
  expect(searchOf('2026-11', 'en', t).amount).toBeUndefined()
  expect(searchOf('12345678901', 'en', t)).toEqual({ text: '12345678901' })
})

test('record search: nothing typed searches for nothing', () => {
  expect(searchOf('  ', 'en', t)).toEqual({})
})
