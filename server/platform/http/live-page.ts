import { readFile } from 'node:fs/promises'
import { withQuotes } from '../../../src/rules/market/page-quotes.ts'
import type { Clock } from '../clock.ts'
import { type Encoded, type Encoding, encode, type Levels } from './compression.ts'

/** How long a generated page is reused, in ms, so that little is compressed whatever the number of requests. */
export const PAGE_MS = 500
/** Compresses a page in a millisecond; the build's level would take a hundred. */
const pageLevels: Levels = { br: 5, gzip: 6 }

export type PageQuotes = Parameters<typeof withQuotes>[1]

/**
 * Generates pages with the current quotes, each at most once per `PAGE_MS`.
 *
 * @returns for a file and an encoding the page, or `undefined` while there are no quotes
 */
export function createLivePages(
  clock: Clock,
  read: () => PageQuotes,
): (path: string, encoding: Encoding) => Promise<Encoded | undefined> {
  const built = new Map<string, Promise<string>>()
  const made = new Map<string, { until: number; page: Promise<Encoded> }>()

  const make = async (path: string, encoding: Encoding, quotes: PageQuotes): Promise<Encoded> => {
    const html = built.get(path) ?? readFile(path, 'utf8')
    built.set(path, html)
    return encode(withQuotes(await html, quotes), encoding, pageLevels)
  }
  return async (path, encoding) => {
    const key = `${encoding} ${path}`
    const now = clock.now()
    const known = made.get(key)
    if (known && now < known.until && now >= known.until - PAGE_MS) return known.page
    const quotes = read()
    if (quotes.quotes.length === 0) return undefined
    const page = make(path, encoding, quotes)
    made.set(key, { until: now + PAGE_MS, page })
    page.catch(() => made.delete(key))
    return page
  }
}
