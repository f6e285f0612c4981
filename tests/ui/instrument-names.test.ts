import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { langs } from '../../src/api/wire/fields.ts'
import { instrumentOf, instruments } from '../../src/rules/market/instruments.ts'
import { chartPlace, longName, shortName } from '../../src/ui/format/instrument-names.ts'
import { startI18n } from '../../src/ui/i18n/index.ts'

beforeAll(startI18n)
const nameIn = (symbol: string, lang: (typeof langs)[number]) => longName(instrumentOf(symbol), { t: i18next.t, lang })

describe('the names of instruments', () => {
  test('a coin goes by its code, everything else by its pair', () => {
    expect(shortName(instrumentOf('BTCUSDT'))).toBe('BTC')
    expect(shortName(instrumentOf('EURUSD'))).toBe('EUR/USD')
    expect(shortName(instrumentOf('XAUUSD'))).toBe('XAU/USD')
  })

  test('currencies have names in each language, coins the same in all', () => {
    expect(nameIn('EURUSD', 'en')).toBe('Euro / US Dollar')
    expect(nameIn('EURUSD', 'zh')).toBe('欧元 / 美元')
    expect(nameIn('BTCUSDT', 'zh')).toBe('Bitcoin')
  })

  test('no instrument is without a name in any language', () => {
    for (const lang of langs) for (const { symbol } of instruments) expect(nameIn(symbol, lang)).toMatch(/\p{L}{2}/u)
  })

  test('metals have their own names', () => {
    expect(nameIn('XAUUSD', 'en')).toBe('Gold')
    expect(nameIn('XAGUSD', 'en')).toBe('Silver')
  })

  test('crypto, and the others, have a chart page each', () => {
    expect(chartPlace(instrumentOf('BTCUSDT'))).toBe('/pages/kline/index?symbol=BTCUSDT')
    expect(chartPlace(instrumentOf('XAUUSD'))).toBe('/pages/whdetail/index?symbol=XAUUSD')
  })
})
