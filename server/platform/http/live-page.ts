import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { withQuotes } from '../../../src/rules/market/page-quotes.ts'
import type { Clock } from '../clock.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** How long a generated page is reused, in ms, so that little is compressed whatever the number of requests. */
export const PAGE_MS = 500
/** Compresses a page in a millisecond; the build's level would take a hundred. */
const BROTLI_LEVEL = 5

export type PageQuotes = Parameters<typeof withQuotes>[1]
export type Encoding = 'br' | 'gzip' | 'identity'
export type LivePage = { body: Buffer; etag: string }

/**
 * Generates pages with the current quotes, each at most once per `PAGE_MS`.
 *
 * @returns for a file and an encoding the page, or `undefined` while there are no quotes
 */
export function createLivePages(
  clock: Clock,
  read: () => PageQuotes,
): (path: string, encoding: Encoding) => Promise<LivePage | undefined> {
  const built = new Map<string, Promise<string>>()
  const made = new Map<string, { until: number; page: Promise<LivePage> }>()

  const make = async (path: string, encoding: Encoding, quotes: PageQuotes): Promise<LivePage> => {
    const html = built.get(path) ?? readFile(path, 'utf8')
    built.set(path, html)
    const plain = Buffer.from(withQuotes(await html, quotes))
    const body = await compressed(plain, encoding)
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
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

async function compressed(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } })
  return encoding === 'gzip' ? gz(plain) : plain
}

/** The best encoding that an `Accept-Encoding` header accepts. */
export function encodingOf(header: string | undefined): Encoding {
  const taken = (header ?? '').split(',').flatMap((each) => {
    const [name = '', quality = ''] = each.split(';').map((part) => part.trim().toLowerCase())
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name]
  })
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}
