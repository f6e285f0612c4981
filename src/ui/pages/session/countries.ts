import type { AreaCode } from '../../../api/account/user.ts'
import type { Lang } from '../../../api/wire/fields.ts'
import { bcp47 } from '../../format/format.ts'

/** `country`: ISO 3166-1 alpha-2. `areaCode`: digits, without a plus. */
export type Country = AreaCode & { name: string; words: string }

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Countries with their names in a language, sorted as that language sorts. */
export function countriesIn(lang: Lang, areaCodes: readonly AreaCode[]): readonly Country[] {
  const own = new Intl.DisplayNames(bcp47(lang), { type: 'region' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const { compare } = new Intl.Collator(bcp47(lang))
  return areaCodes
    .map(({ country, areaCode }) => {
      const name = own.of(country) ?? country
      return { country, areaCode, name, words: plain(`${name} ${english.of(country) ?? ''} ${country}`) }
    })
    .sort((a, b) => compare(a.name, b.name))
}

/** Countries that match a query: by the start of their area code, or by a part of their name, also in English. */
export function findCountries(countries: readonly Country[], query: string): readonly Country[] {
  const text = plain(query.trim())
  const digits = /^\+?(\d+)$/.exec(text)?.[1]
  if (digits !== undefined) return countries.filter(({ areaCode }) => areaCode.startsWith(digits))
  return countries.filter(({ words }) => words.includes(text))
}

/** Countries (ISO 3166-1 alpha-2) as options of a field: by their localised names, sorted for the language. */
export function countryOptions(lang: Lang, countries: readonly string[]) {
  const names = new Intl.DisplayNames(bcp47(lang), { type: 'region' })
  const { compare } = new Intl.Collator(bcp47(lang))
  return countries
    .map((country) => ({ value: country, label: names.of(country) ?? country }))
    .sort((a, b) => compare(a.label, b.label))
}

/** The localised name of a country. */
export const countryName = (lang: Lang, country: string): string =>
  new Intl.DisplayNames(bcp47(lang), { type: 'region' }).of(country) ?? country
