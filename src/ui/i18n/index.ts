import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { type Lang, langs } from '../../api/first-fields.ts'
import type { MessageKey, MessageParams } from '../../api/messages.ts'
import type { Zone } from '../../rules/zone.ts'
import { bcp47, formatDecimal, showTimesIn, zoneShown } from '../format.ts'
import { formatWait } from '../format-period.ts'
import enFirst from './locales/en/first.json'
import type enMessages from './locales/en/messages.json'
import type { TextsName, UiKey } from './texts.ts'

export type { UiKey } from './texts.ts'

/** The part of a catalogue that the first screen needs. English comes with its code, as what stands in for the rest. */
const english = { first: enFirst }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'first'
    keySeparator: false
    // What the first part lacks is looked for in `ui`, where the texts of all nouns come together.
    resources: { first: { [K in UiKey]: string }; messages: typeof enMessages }
  }
}

/** Which texts there are: `messages` is the catalogue, the others are what the pages say. */
type FileName = TextsName | 'messages'

/** Where the build puts the texts of each language, in a folder whose name changes with them. */
declare const TEXTS: Record<Lang, string>

const placeOf = (lang: Lang, name: FileName): string =>
  import.meta.env.DEV ? `/src/ui/i18n/locales/${lang}/${name}.json` : `/assets/${TEXTS[lang]}/${name}.json`

async function fetchTexts(lang: Lang, name: FileName): Promise<Record<string, string>> {
  const answer = await fetch(placeOf(lang, name))
  if (!answer.ok) throw new Error(`${name} in ${lang}: ${answer.status}`)
  return answer.json()
}

/** What is loaded of each language that is shown: each noun's texts join once they are asked for. */
const inUse = new Set<FileName>(['first'])
const loaded = new Set(['en/first'])

/** Loads what is missing of a language, also what comes into use meanwhile. */
async function complete(lang: Lang): Promise<void> {
  for (;;) {
    const missing = [...inUse].filter((name) => !loaded.has(`${lang}/${name}`))
    if (missing.length === 0) return
    const found = await Promise.all(missing.map(async (name) => [name, await fetchTexts(lang, name)] as const))
    for (const [name, texts] of found) {
      const namespace = name === 'first' || name === 'messages' ? name : 'ui'
      i18next.addResourceBundle(bcp47(lang), namespace, texts, true, true)
      loaded.add(`${lang}/${name}`)
    }
  }
}

/** Loads texts, in the language that is shown; and from here on with each other. */
export async function loadTexts(...names: readonly FileName[]): Promise<void> {
  for (const name of names) inUse.add(name)
  for (let lang: Lang | undefined; lang !== langOf(i18next.language); ) {
    lang = langOf(i18next.language)
    await complete(lang)
  }
}

/**
 * Sets the languages up, in English at first. i18next knows them by their BCP 47 tags, which give it the right plural
 * rules; the product's own codes stay outside.
 */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: langs.map(bcp47),
    load: 'currentOnly',
    defaultNS: 'first',
    fallbackNS: 'ui',
    ns: ['first'],
    keySeparator: false,
    resources: { en: english },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

/**
 * Shows the app in another language. Where that cannot be loaded, the language stays as it is.
 *
 * @throws what went wrong with the loading
 */
export async function changeLang(lang: Lang): Promise<void> {
  await complete(lang)
  await i18next.changeLanguage(bcp47(lang))
  document.documentElement.lang = bcp47(lang)
  // What is installed from here on has its words in this language too.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.${lang}.webmanifest`)
}

const byTag = new Map(langs.map((lang) => [bcp47(lang), lang]))

const langOf = (tag: string): Lang => byTag.get(tag) ?? 'en'

/** Shows times by the clocks of a zone, by the device's without one: what shows them is written anew, as in another language. */
export function showZone(zone: Zone | undefined): void {
  if (zone === zoneShown()) return
  showTimesIn(zone)
  i18next.emit('languageChanged', i18next.language)
}

/** The words of the app, and the language that they are in: `const { t, lang } = useWords()`. */
export function useWords() {
  const { t, i18n } = useTranslation()
  return { t, lang: langOf(i18n.language) }
}

/** The language that the app shows now, for what is written outside of a view. */
export const langNow = (): Lang => langOf(i18next.language)

/**
 * A message of the catalogue in the language that the app shows now, its numbers written as that language does. Too many
 * requests say for how long, where the server did.
 */
export const messageText = (key: MessageKey, params: MessageParams = {}): string => {
  if (key === 'tooManyRequests' && params.seconds) {
    return i18next.t('tooManyRequestsFor', { ns: 'messages', wait: formatWait(Number(params.seconds), langNow()) })
  }
  const written = Object.entries(params).map(([name, value]) => [name, formatDecimal(value, langNow())])
  return i18next.t(key, { ns: 'messages', ...Object.fromEntries(written) })
}
