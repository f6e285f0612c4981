import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { type Lang, langs } from '../../api/fields.ts'
import type { MessageKey, MessageParams } from '../../api/messages.ts'
import { bcp47, formatDecimal } from '../format.ts'
import enFirst from './locales/en/first.json'
import type enMessages from './locales/en/messages.json'
import type enUi from './locales/en/ui.json'

/** The part of a catalogue that the first screen needs. English comes with its code, as what stands in for the rest. */
const english = { first: enFirst }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'first'
    keySeparator: false
    // What the first part lacks is looked for in `ui`.
    resources: { first: typeof enFirst & typeof enUi; messages: typeof enMessages }
  }
}

/** A key of `locales/<lang>/first.json` or `ui.json`. */
export type UiKey = keyof typeof enFirst | keyof typeof enUi

const files = import.meta.glob<{ default: Record<string, string> }>(['./locales/*/*.json', '!./locales/en/first.json'])

/** What is loaded of each language that is shown: the pages' texts and the messages join once they are asked for. */
const parts: ('first' | 'messages' | 'ui')[] = ['first']

async function loadCatalogue(lang: Lang): Promise<void> {
  const missing = parts.filter((part) => !i18next.hasResourceBundle(bcp47(lang), part))
  const loaded = missing.map(async (part) => {
    const load = files[`./locales/${lang}/${part}.json`]
    if (!load) throw new RangeError(`no ${part} catalogue for ${lang}`)
    return { part, texts: (await load()).default }
  })
  for (const { part, texts } of await Promise.all(loaded)) i18next.addResourceBundle(bcp47(lang), part, texts)
}

/**
 * Loads the messages, and the texts of the pages behind the first screen, in the language that is shown; and from here
 * on with each other.
 */
export async function loadPageTexts(): Promise<void> {
  if (!parts.includes('ui')) parts.push('messages', 'ui')
  await loadCatalogue(langOf(i18next.language))
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
  await loadCatalogue(lang)
  await i18next.changeLanguage(bcp47(lang))
  document.documentElement.lang = bcp47(lang)
  // What is installed from here on has its words in this language too.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.${lang}.webmanifest`)
}

const byTag = new Map(langs.map((lang) => [bcp47(lang), lang]))

const langOf = (tag: string): Lang => byTag.get(tag) ?? 'en'

/** The words of the app, and the language that they are in: `const { t, lang } = useWords()`. */
export function useWords() {
  const { t, i18n } = useTranslation()
  return { t, lang: langOf(i18n.language) }
}

/** A message of the catalogue in the language that the app shows now, its numbers written as that language does. */
export const messageText = (key: MessageKey, params: MessageParams = {}): string => {
  const written = Object.entries(params).map(([name, value]) => [name, formatDecimal(value, langOf(i18next.language))])
  return i18next.t(key, { ns: 'messages', ...Object.fromEntries(written) })
}
