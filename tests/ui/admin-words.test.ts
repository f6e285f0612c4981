import { describe, expect, it } from 'vitest'
import { columnsOf, placesSorted, placesWith, sumOf } from '../../src/admin/columns.ts'
import {
  amountWords,
  inFours,
  kindOf,
  labelOf,
  textWords,
  timeTaken,
  timeWords,
  waitWords,
} from '../../src/admin/words.ts'

const USER = '01M8D0EH1XHY8KWP1W83BTN36H'
const AT = Date.UTC(2026, 10, 25, 16, 20, 4) / 1000

describe('the words of the admin console', () => {
  it.each([
    ['500.000000 USDT', undefined, '500.00 USDT'],
    ['-1234567.250000 USDT', undefined, '−1,234,567.25 USDT'],
    ['+1000.000100', 'USDT', '+1,000.0001 USDT'],
    ['0.18500000', 'BTC', '0.1850 BTC'],
    ['1.12345678', 'BTC', '1.12345678 BTC'],
    ['-1,250.500000 USDT', undefined, '−1,250.50 USDT'],
    ['not said yet', undefined, 'not said yet'],
  ])('write %s (%s) grouped, exact, with its currency', (text, currency, words) => {
    expect(amountWords(text, currency)).toBe(words)
  })

  it('write times in UTC, with the year and the seconds where they are needed', () => {
    expect(timeWords('2026-11-25T16:20:00Z', AT)).toBe('25 Nov, 16:20')
    expect(timeWords('2026-11-25T16:20:05Z', AT, true)).toBe('25 Nov, 16:20:05')
    expect(timeWords('2025-01-02T03:04:05Z', AT)).toBe('2 Jan 2025, 03:04')
  })

  it.each([
    ['2026-11-25T16:20:00Z', '0 min'],
    ['2026-11-24T22:49:00Z', '17 h 31 min'],
    ['2026-11-23T14:00:00Z', '2 d 2 h'],
    ['2026-11-25T17:00:00Z', '0 min'],
  ])('write how long something waits since %s', (since, words) => {
    expect(waitWords(since, AT)).toBe(words)
  })

  it('write how long something took, down to the minute', () => {
    expect([59, 60, 3_660, 90_000].map(timeTaken)).toEqual(['0 min', '1 min', '1 h 1 min', '1 d 1 h'])
  })

  it('name fields and states in words, and shorten identifiers', () => {
    expect(['user', 'sameFile', 'payoutBps', 'network'].map(labelOf)).toEqual([
      'Person',
      'Same file sent by',
      'Payout bps',
      'Network',
    ])
    expect(textWords('cause', 'pendingReview')).toBe('Pending review')
    expect([textWords('state', 'open.standing'), textWords('kind', 'microtrade')]).toEqual(['Open', 'Option'])
    expect(textWords('language', 'vn')).toBe('Vietnamese')
    expect(textWords('country', 'MX')).toBe('Mexico')
    expect(textWords('details', `id: ${USER} · state: x`)).toBe('Id: …BTN36H · State: X')
    expect(textWords('text', 'hello')).toBe('hello')
    expect(inFours('0x71C7656EC7ab')).toBe('0x 71C7 656E C7ab')
    expect([inFours('203.0.113.7'), inFours('2001:db8::7')]).toEqual(['203.0.113.7', '2001:db8::7'])
  })

  it('say what an act was', () => {
    const acts = ['kyc accept', 'user lock', 'loan show', 'plan close 3', 'propose withdrawal approve', 'restore']
    expect(acts.map((act) => textWords('act', act))).toEqual([
      ...['Verification accepted', 'User locked', 'Loan viewed', 'Plan closed 3', 'Proposed: Approve withdrawal'],
      'Restore',
    ])
    expect(textWords('details', `fee: 0.500000 USDT · state: underReview · proposal: ${USER}`)).toBe(
      'Fee: 0.50 USDT · State: Under review · Proposal: …BTN36H',
    )
    expect(textWords('details', 'address: 0x71C7656EC7ab')).toBe('Address: 0x 71C7 656E C7ab')
    expect(textWords('asks', 'withdrawal approve')).toBe('Approve withdrawal')
    expect(kindOf('amount', '-1,250.500000 USDT')).toBe('amount')
    expect(kindOf('hash', 'a'.repeat(64))).toBe('hash')
  })

  it('take only the field of a picture for one', () => {
    expect(kindOf('id', USER)).toBe('id')
    expect(kindOf('proof', `${USER}-proof`)).toBe('picture')
    expect(kindOf('text', USER.toLowerCase())).toBe('text')
    expect([kindOf('amount', '1.50'), kindOf('days', '7'), kindOf('of', '7 BTC')]).toEqual(['amount', 'text', 'amount'])
  })
})

describe('the columns of the admin console', () => {
  const row = { id: USER, user: USER, way: 'bank', amount: '2 USDT', arrived: null, asked: '2026-11-25T16:20:00Z' }

  it('begin with the wait, the person and the amount, end with the id, and leave out empty ones', () => {
    const labels = columnsOf([row], { waits: true }).map(({ label }) => label)
    expect(labels).toEqual(['Waiting', 'Person', 'Amount', 'Way', 'Id'])
    expect(columnsOf([row], { waits: true, brief: true }).map(({ label }) => label)).toEqual([
      'Waiting',
      'Person',
      'Amount',
    ])
  })

  it('name a person once', () => {
    const names = (rows: Parameters<typeof columnsOf>[0]) => columnsOf(rows).map(({ name }) => name)
    expect(names([{ user: USER, person: 'ann' }])).toEqual(['user'])
    expect(names([{ user: null, person: 'ann@example.com' }])).toEqual(['person'])
  })

  it('keep what a list begins with beside an open case', () => {
    const plan = { tier: '1', plan: USER, state: 'open', days: '2 drawn' }
    expect(columnsOf([plan], { brief: true }).map(({ name }) => name)).toEqual(['tier', 'plan', 'state'])
  })

  it('find rows by words in any field, as shown, and in a person’s name', () => {
    const rows = [row, { ...row, user: 'B', amount: '1500.50 USDT', way: 'crypto' }]
    const people = { [USER]: 'ann.l', B: 'bob' }
    const find = (text: string) => [...placesWith(rows, text, people)]
    expect([find(''), find('ANN bank'), find('1,500.50'), find('bob bank')]).toEqual([[0, 1], [0], [1], []])
  })

  it('add up amounts of one currency exactly', () => {
    const sum = (...amounts: string[]) => sumOf(amounts.map((amount) => ({ amount })))
    expect(sum('0.1 USDT', '0.200001 USDT', '9007199254740993 USDT')).toBe('9,007,199,254,740,993.300001 USDT')
    expect(sum('1 USDT')).toBe('1.00 USDT')
    expect([sum('1 USDT', '1 BTC'), sum(), sum('a')]).toEqual([undefined, undefined, undefined])
  })

  it('sort figures by size, words by letters, and empty values last', () => {
    const rows = [
      { a: '10.5 USDT', b: 'bob' },
      { a: null, b: 'Ann' },
      { a: '9 USDT', b: 'cid' },
    ]
    expect(placesSorted(rows, { by: 'a', way: 'ascending' })).toEqual([2, 0, 1])
    expect(placesSorted(rows, { by: 'a', way: 'descending' })).toEqual([0, 2, 1])
    expect(placesSorted(rows, { by: 'b', way: 'ascending' })).toEqual([1, 0, 2])
    expect(placesSorted(rows, undefined)).toEqual([0, 1, 2])
  })
})
