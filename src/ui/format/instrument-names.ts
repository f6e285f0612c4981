import type { Lang } from '../../api/wire/fields.ts'
import { type Instrument, instrumentOf } from '../../rules/market/instruments.ts'
import type { useLabels } from '../i18n/index.ts'
import { CHART, FOREX_CHART } from '../router/places.ts'
import { placeOf } from '../router/router.ts'
import { bcp47 } from './format.ts'

type Labels = Pick<ReturnType<typeof useLabels>, 't' | 'lang'>

const displayNames = new Map<Lang, Intl.DisplayNames>()

/** A currency's name by its ISO code, in a language: `JPY` is `Japanese Yen`. */
function currencyName(code: string, lang: Lang): string {
  let names = displayNames.get(lang)
  if (!names) {
    names = new Intl.DisplayNames(bcp47(lang), { type: 'currency' })
    displayNames.set(lang, names)
  }
  const name = names.of(code) ?? code
  return name.slice(0, 1).toLocaleUpperCase(bcp47(lang)) + name.slice(1)
}

/** An instrument's short name in lists: `BTC`, `EUR/USD`, `XAU/USD`. */
export const shortName = (instrument: Instrument): string =>
  instrument.kind === 'crypto' ? instrument.base : pairName(instrument)

/** An instrument as a pair: `BTC/USDT`. */
export const pairName = ({ base, quote }: Instrument): string => `${base}/${quote}`

/** The pair of a symbol from our own data. */
export const pairOf = (symbol: string): string => pairName(instrumentOf(symbol))

/** An instrument's full name, in the app's language. A coin's name is the same in all. */
export function longName({ kind, base, quote, name }: Instrument, { t, lang }: Labels): string {
  if (kind === 'crypto') return name
  // Browsers know the names of currencies, but not of metals.
  if (kind === 'metal') return base === 'XAU' ? t('metal.gold') : base === 'XAG' ? t('metal.silver') : name
  return `${currencyName(base, lang)} / ${currencyName(quote, lang)}`
}

/** The name below the short one in a list: of a pair, its base currency. */
export const rowName = (instrument: Instrument, labels: Labels): string =>
  instrument.kind === 'forex' ? currencyName(instrument.base, labels.lang) : longName(instrument, labels)

/** The page of an instrument's chart. */
export const chartPlace = ({ kind, symbol }: Instrument): string =>
  placeOf(kind === 'crypto' ? CHART : FOREX_CHART, { symbol })
