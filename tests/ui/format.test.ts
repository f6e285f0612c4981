import { describe, expect, test } from 'vitest'
import { langs } from '../../src/api/wire/fields.ts'
import {
  bcp47,
  changePercent,
  columnDecimals,
  differAt,
  directionOf,
  formatAmount,
  formatBps,
  formatCompact,
  formatDate,
  formatDecimal,
  formatPercent,
  formatPrice,
  formatTime,
  formatWeekday,
  moveOf,
} from '../../src/ui/format/format.ts'
import { formatDayCount, formatMillis, formatSeconds, longInterval } from '../../src/ui/format/period.ts'
import { betweenSentences } from '../../src/ui/format/sentences.ts'

describe('format: prices and amounts', () => {
  test('no digit of a long decimal is lost', () => {
    expect(formatPrice('123456789012345678.123456789', 9, 'en')).toBe('123,456,789,012,345,678.123456789')
  })

  test('a price keeps its zeros', () => {
    expect(formatPrice('43182.5', 2, 'en')).toBe('43,182.50')
  })

  test('each language writes its own separators, in Latin digits', () => {
    expect(formatPrice('43182.50', 2, 'es')).toBe('43,182.50')
    expect(formatPrice('43182.50', 2, 'pt')).toBe('43.182,50')
    expect(formatPrice('3182.50', 2, 'it')).toBe('3.182,50')
    for (const lang of langs) expect(formatPrice('43182.50', 2, lang)).toMatch(/^[\d.,\s]+$/)
  })

  test('an amount is rounded by its role: costs up, receipts and balances down, losses away from zero', () => {
    expect(formatAmount('1.005', 'pay', 'USDT', 'en')).toBe('1.01')
    expect(formatAmount('0.999999', 'receive', 'USDT', 'en')).toBe('0.99')
    expect(formatAmount('0.999999', 'balance', 'USDT', 'en')).toBe('0.99')
    expect(formatAmount('0.999999', 'result', 'USDT', 'en')).toBe('0.99')
    expect(formatAmount('-1.005', 'result', 'USDT', 'en')).toBe('−1.01')
    expect(formatAmount('1.005001', 'exact', 'USDT', 'en')).toBe('1.005001')
  })

  test('a limit has all its decimals and no more, in the language’s own form; a word stays a word', () => {
    expect(formatDecimal('5000', 'en')).toBe('5,000')
    expect(formatDecimal('0.0002', 'it')).toBe('0,0002')
    expect(formatDecimal('USDT', 'en')).toBe('USDT')
  })

  test('an amount shows two decimals at least, and more where it has them', () => {
    expect(formatAmount('1.00000000', 'balance', 'BTC', 'en')).toBe('1.00')
    expect(formatAmount('0.00020000', 'balance', 'BTC', 'en')).toBe('0.0002')
  })

  test('a sign is written where it is asked for, and none before zero', () => {
    expect(formatAmount('85', 'result', 'USDT', 'en', { sign: true })).toBe('+85.00')
    expect(formatAmount('0', 'result', 'USDT', 'en', { sign: true })).toBe('0.00')
  })

  test('a loss is never shown as none, and nothing as a gain', () => {
    expect(formatAmount('-0.000001', 'result', 'USDT', 'en', { sign: true })).toBe('−0.01')
    expect(formatAmount('0.009999', 'result', 'USDT', 'en', { sign: true })).toBe('0.00')
  })

  test('text that is no decimal comes back as it is', () => {
    expect(formatPrice('–', 2, 'en')).toBe('–')
    expect(formatAmount('–', 'pay', 'USDT', 'en')).toBe('–')
  })
})

describe('format: percentages and large numbers', () => {
  test('a percentage is given in percent', () => {
    expect(formatPercent('2.14', 'en', { sign: true })).toBe('+2.14%')
    expect(formatPercent('-3.2', 'en', { sign: true })).toBe('−3.20%')
    expect(formatPercent('0.00', 'en', { sign: true })).toBe('0.00%')
  })

  test('basis points are shown with no more decimals than they have', () => {
    expect(formatBps(8_500, 'en')).toBe('85%')
    expect(formatBps(8_825, 'en')).toBe('88.25%')
  })

  test('a large number is short in each language’s own way', () => {
    expect(formatCompact('18400', 'en')).toBe('18.4K')
    expect(formatCompact('18400', 'zh')).toBe('1.84万')
  })

  test('a period is in seconds', () => {
    expect(formatSeconds(30, 'en')).toBe('30s')
    expect(formatSeconds(300, 'zh')).toBe('300秒')
    expect(formatSeconds(30, 'jp')).toBe('30秒')
  })

  test('Japanese writes days and intervals in its own units, without a space', () => {
    expect(formatDayCount(30, 'en')).toBe('30d')
    expect(formatDayCount(30, 'jp')).toBe('30日')
    expect(formatDayCount(30, 'es')).toBe('30 días')
    expect(longInterval('15m', 'jp')).toBe('15分')
  })
})

describe('format: changes', () => {
  test.each([
    ['100', '102.14', '2.14'],
    ['104.79', '101.44', '-3.20'],
    ['0.09', '0.0900', '0.00'],
    ['3', '3.0001', '0.00'],
    ['20000', '20001', '0.01'],
    ['20000', '19999', '-0.01'],
    ['0', '5', '0.00'],
  ])('from %s to %s is %s%', (open, price, percent) => {
    expect(changePercent(open, price)).toBe(percent)
  })

  test('a price that moves by less than a hundredth of a percent has moved', () => {
    expect(moveOf('43182.50', '43182.51')).toBe('up')
    expect(moveOf('1.08425', '1.08424')).toBe('down')
    expect(moveOf('0.09', '0.0900')).toBe('flat')
  })

  test('a direction is read from the text', () => {
    expect(['2.14', '-0.01', '0.00', '-0.00', '–'].map(directionOf)).toEqual(['up', 'down', 'flat', 'flat', 'flat'])
  })
})

describe('format: moments', () => {
  test('a moment is year-month-day hour:minute:second', () => {
    expect(formatTime(1_700_000_000, 'UTC')).toBe('2023-11-14 22:13:20')
  })

  test('midnight is hour 00', () => {
    expect(formatTime(1_704_067_200, 'UTC')).toBe('2024-01-01 00:00:00')
  })

  test('a moment is shown in the place’s own time', () => {
    expect(formatTime(1_700_000_000, 'Asia/Tokyo')).toBe('2023-11-15 07:13:20')
  })

  test('a day is that of the place', () => {
    expect(formatDate(1_700_000_000, 'UTC')).toBe('2023-11-14')
    expect(formatDate(1_700_000_000, 'Asia/Tokyo')).toBe('2023-11-15')
  })

  test('a tick has its milliseconds, filled up with zeros', () => {
    expect(formatMillis(1_700_000_000_007, 'UTC')).toBe('2023-11-14 22:13:20.007')
  })

  test('an opening within the week is a weekday and a time of day', () => {
    const sunday = Date.UTC(2026, 10, 22, 22)
    expect(formatWeekday(sunday, 'en', 'UTC')).toBe('Sun 22:00')
    for (const lang of langs) expect(formatWeekday(sunday, lang, 'UTC')).toContain('22:00')
  })
})

test('format: no space stands between sentences that end in a full-width full stop', () => {
  expect(langs.filter((lang) => betweenSentences(lang) === '')).toEqual(['zh', 'hk', 'jp'])
  expect(betweenSentences('ko')).toBe(' ')
})

test('format: each language has the tag that browsers know it by', () => {
  expect(langs.map((lang) => Intl.getCanonicalLocales(bcp47(lang))[0])).toEqual(langs.map(bcp47))
  expect(bcp47('jp')).toBe('ja')
  expect(bcp47('hk')).toBe('zh-Hant-HK')
})

test.each([
  ['43,541.20', '43,541.20', 9],
  ['43,541.20', '43,541.29', 8],
  ['43,541.20', '43,548.69', 5],
  ['9,999.99', '10,000.00', 0],
  ['', '1.00', 0],
])('format: the digits of %j that are others in %j begin at %i', (before, text, at) => {
  expect(differAt(before, text)).toBe(at)
})

test('format: amounts of a column have as many decimals as the longest, at least two', () => {
  const decimals = columnDecimals(['10000.000000', '-0.125000', '3.500000'])
  expect(decimals).toBe(3)
  expect(formatAmount('3.500000', 'exact', 'USDT', 'en', { decimals, sign: true })).toBe('+3.500')
  expect(columnDecimals(['25.000000'])).toBe(2)
  expect(columnDecimals([])).toBe(2)
})
