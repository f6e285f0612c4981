import { is } from 'valibot'
import type { Output } from '../api/wire/call.ts'
import { quotation } from '../api/wire/quotes.ts'
import { PAGE_QUOTES } from '../rules/market/page-quotes.ts'

type Quotation = Output<typeof quotation>

/** The last public quotes that this device received, cached for when the server is unreachable. */
export type KeptQuotes = {
  /** The cached answer, or `undefined` if there is none that this version of the app can read. */
  read(): Promise<Quotation | undefined>
  /** Replaces the cached answer. */
  keep(answer: Quotation): Promise<void>
}

/** The quotes embedded in the page, or `undefined` if there are none that this version can read. */
export function readPageQuotes(document: Pick<Document, 'getElementById'>): Quotation | undefined {
  const template = document.getElementById(PAGE_QUOTES) as HTMLTemplateElement | null
  try {
    const carried: unknown = JSON.parse(template?.content.textContent ?? 'null')
    return is(quotation.output, carried) ? carried : undefined
  } catch {
    return undefined
  }
}

const CACHE = 'quotes'
const KEY = 'last-known'

/**
 * Stores them in the browser's Cache storage, next to the service worker's builds. Only public data:
 * no user data is ever stored there.
 *
 * @param storage `undefined` if the browser has none, as outside of https
 */
export function createKeptQuotes(storage: CacheStorage | undefined): KeptQuotes {
  return {
    read: async () => {
      try {
        const kept = await (await storage?.open(CACHE))?.match(KEY)
        const answer: unknown = await kept?.json()
        return is(quotation.output, answer) ? answer : undefined
      } catch {
        return undefined
      }
    },
    keep: async (answer) => {
      // Storage may be refused or full: then there is nothing to show offline.
      await storage
        ?.open(CACHE)
        .then((cache) => cache.put(KEY, Response.json(answer)))
        .catch(() => {})
    },
  }
}
