import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { type Lang, langs } from '../../api/wire/first-fields.ts'
import type { MessageKey, MessageParams } from '../../api/wire/messages.ts'
import { deviceZone, type Zone } from '../../rules/time/zone.ts'
import { bcp47, formatDecimal, formatTime, showTimesIn, zoneShown } from '../format/format.ts'
import { formatWait } from '../format/period.ts'
import enFirst from './locales/en/first.json'
import type enMessages from './locales/en/messages.json'
import type { TextsName, UiKey } from './texts.ts'

export type { UiKey } from './texts.ts'

/** The part of a catalogue that the first screen needs. English is bundled as the fallback. */
const english = { first: enFirst }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'first'
    keySeparator: false
    // Keys missing in the first part are looked up in `ui`, where the texts of all nouns are merged.
    resources: { first: { [K in UiKey]: string }; messages: typeof enMessages }
  }
}

/** The namespaces: `messages` is the catalogue, the others are the pages' texts. */
type FileName = TextsName | 'messages'

/** The build's folder of each language's texts, with a hash in its name. */
declare const TEXTS: Record<Lang, string>

const sourceOf = (lang: Lang, name: FileName): string =>
  ['first', 'messages', 'shared'].includes(name)
    ? `/src/ui/i18n/locales/${lang}/${name}.json`
    : `/src/ui/pages/${name}/locales/${lang}.json`

const placeOf = (lang: Lang, name: FileName): string =>
  import.meta.env.DEV ? sourceOf(lang, name) : `assets/${TEXTS[lang]}/${name}.json`

/** The loaded texts of each language: each noun's are added on demand. */
const inUse = new Set<FileName>(['first'])
const loaded = new Set(['en/first'])
const loading = new Map<string, Promise<void>>()

async function fetchTexts(lang: Lang, name: FileName): Promise<void> {
  const answer = await fetch(placeOf(lang, name))
  if (!answer.ok) throw new Error(`${name} in ${lang}: ${answer.status}`)
  const namespace = name === 'first' || name === 'messages' ? name : 'ui'
  i18next.addResourceBundle(bcp47(lang), namespace, await answer.json(), true, true)
  loaded.add(`${lang}/${name}`)
}

/** Several parts that load at the same time share the request of a file. */
function loadFile(lang: Lang, name: FileName): Promise<void> {
  const file = `${lang}/${name}`
  const load = loading.get(file) ?? fetchTexts(lang, name).finally(() => loading.delete(file))
  loading.set(file, load)
  return load
}

/** Loads the missing texts of a language, including those needed meanwhile. */
async function complete(lang: Lang): Promise<void> {
  for (;;) {
    const missing = [...inUse].filter((name) => !loaded.has(`${lang}/${name}`))
    if (missing.length === 0) return
    await Promise.all(missing.map((name) => loadFile(lang, name)))
  }
}

/** Loads texts in the current language, and from now on in each selected one. */
export async function loadTexts(...names: readonly FileName[]): Promise<void> {
  for (const name of names) inUse.add(name)
  for (let lang: Lang | undefined; lang !== langOf(i18next.language); ) {
    lang = langOf(i18next.language)
    await complete(lang)
  }
}

/**
 * Sets up the languages, initially English. i18next knows them by their BCP 47 tags, which give it the right plural
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
 * Switches the app's language. If it cannot be loaded, the language stays.
 *
 * @throws the loading error
 */
export async function changeLang(lang: Lang): Promise<void> {
  await complete(lang)
  await i18next.changeLanguage(bcp47(lang))
  document.documentElement.lang = bcp47(lang)
  // Parts installed from now on use this language too.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `manifest.${lang}.webmanifest`)
}

const byTag = new Map(langs.map((lang) => [bcp47(lang), lang]))

const langOf = (tag: string): Lang => byTag.get(tag) ?? 'en'

/** Sets the display zone, by default the device's, and rerenders as after a change of language. */
export function showZone(zone: Zone | undefined): void {
  if (zone === zoneShown()) return
  showTimesIn(zone)
  i18next.emit('languageChanged', i18next.language)
}

/** The app's texts and language: `const { t, lang } = useLabels()`. */
export function useLabels() {
  const { t, i18n } = useTranslation()
  return { t, lang: langOf(i18n.language) }
}

/** The app's current language, for code outside views. */
export const langNow = (): Lang => langOf(i18next.language)

/**
 * A message of the catalogue in the app's current language, with localized numbers. A rate limit
 * includes the wait, and a wrong authenticator code the server's time on this device's clock, if the server sent it.
 */
export const messageText = (key: MessageKey, params: MessageParams = {}): string => {
  if (key === 'tooManyRequests' && params.seconds) {
    return i18next.t('tooManyRequestsFor', { ns: 'messages', wait: formatWait(Number(params.seconds), langNow()) })
  }
  if (key === 'wrongAuthenticatorCode' && params.time) {
    const time = formatTime(Number(params.time), deviceZone()).slice(11)
    return i18next.t('wrongAuthenticatorCodeAt', { ns: 'messages', time })
  }
  const written = Object.entries(params).map(([name, value]) => [name, formatDecimal(value, langNow())])
  return i18next.t(key, { ns: 'messages', ...Object.fromEntries(written) })
}
