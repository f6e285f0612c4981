import { is } from 'valibot'
import type { Output } from '../api/call.ts'
import { quotation } from '../api/quotes.ts'
import { PAGE_QUOTES } from '../rules/page-quotes.ts'

type Quotation = Output<typeof quotation>

/** The last public quotes that this device has heard of, kept for when the server cannot be reached. */
export type KeptQuotes = {
  /** What is kept, or `undefined` where that is nothing, or nothing that this version of the app can read. */
  read(): Promise<Quotation | undefined>
  /** Keeps an answer in place of the last. */
  keep(answer: Quotation): Promise<void>
}

/** The quotes that the page itself came with, or `undefined` where that is nothing that this version can read. */
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
const KEY = '/last-known'

/**
 * Keeps them in the browser's Cache storage, beside the builds of the service worker. It is public what they say: nothing
 * of a person is ever kept there.
 *
 * @param storage `undefined` where the browser has none, as outside of https
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
      // A browser may refuse, or have no room left: then there is nothing to show without a network.
      await storage
        ?.open(CACHE)
        .then((cache) => cache.put(KEY, Response.json(answer)))
        .catch(() => {})
    },
  }
}
