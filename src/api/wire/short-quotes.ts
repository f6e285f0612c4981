import { formatMoney } from '../../rules/money/money.ts'
import type { QuoteDelta, ServerFrame } from './frames.ts'
import type { Quote } from './quotes.ts'

type QuotesFrame = Extract<ServerFrame, { type: 'quotes' }>
type ShortFrame = Extract<ServerFrame, { type: 'short' }>

/** The integers of a change: place, age, and differences of price, bid, ask and volume. */
export const FIELDS = 6

/** A symbol's last values, with their decimals. */
type Row = {
  symbol: string
  seq: number
  price: bigint
  volume: bigint
  priceScale: number
  volumeScale: number
}

/**
 * What short frames are relative to: each symbol's last values, in the order of the last snapshot. Both sides have one, and both take every
 * frame.
 */
export type QuoteBase = { rows: Row[]; places: Map<string, number>; sum: number }

export const createQuoteBase = (): QuoteBase => ({ rows: [], places: new Map(), sum: 0 })

/** Replaces all values by those of a snapshot. */
export function takeSnapshot(base: QuoteBase, quotes: readonly Quote[]): void {
  base.rows = quotes.map(({ symbol, seq, price, volume24h }) => rowOf(symbol, seq, price, volume24h))
  base.places = new Map(base.rows.map(({ symbol }, place) => [symbol, place]))
  base.sum = base.rows.reduce((sum, { seq }) => sum + seq, 0)
}

/** Takes the values of a frame of quotes. Symbols that are in no snapshot are ignored. */
export function takeQuotes(base: QuoteBase, quotes: readonly QuoteDelta[]): void {
  for (const [symbol, seq, , price, , , volume] of quotes) {
    const place = base.places.get(symbol)
    const row = place === undefined ? undefined : base.rows[place]
    if (place === undefined || !row) continue
    base.sum += seq - row.seq
    base.rows[place] = rowOf(symbol, seq, price, volume)
  }
}

/** The short form of a frame; `undefined` if the frame does not continue the base. */
export function shorten(base: QuoteBase, { time, quotes }: QuotesFrame): ShortFrame | undefined {
  const changes: number[] = []
  for (const [symbol, seq, at, price, bid, ask, volume] of quotes) {
    const place = base.places.get(symbol)
    const row = place === undefined ? undefined : base.rows[place]
    if (place === undefined || !row || seq !== row.seq + 1) return undefined
    const now = rowOf(symbol, seq, price, volume)
    if (now.priceScale !== row.priceScale || now.volumeScale !== row.volumeScale) return undefined
    const [below, above] = [read(bid), read(ask)]
    if (below.scale !== row.priceScale || above.scale !== row.priceScale) return undefined
    const steps = [now.price - row.price, now.price - below.minor, above.minor - now.price, now.volume - row.volume]
    changes.push(place, time - at, ...steps.map(Number))
  }
  if (!changes.every(Number.isSafeInteger)) return undefined
  return { type: 'short', time, sum: base.sum + quotes.length, changes }
}

/** The frame of quotes that a short one stands for; `undefined` if it does not continue the base: a frame is missing. */
export function lengthen(base: QuoteBase, { time, sum, changes }: ShortFrame): QuotesFrame | undefined {
  if (changes.length % FIELDS !== 0 || sum !== base.sum + changes.length / FIELDS) return undefined
  const quotes: QuoteDelta[] = []
  for (let at = 0; at < changes.length; at += FIELDS) {
    const [place = 0, age = 0, ...steps] = changes.slice(at, at + FIELDS)
    const row = base.rows[place]
    if (!row) return undefined
    const [move = 0n, below = 0n, above = 0n, traded = 0n] = steps.map(BigInt)
    const price = row.price + move
    const money = (amount: bigint) => formatMoney(amount, row.priceScale)
    const volume = formatMoney(row.volume + traded, row.volumeScale)
    quotes.push([row.symbol, row.seq + 1, time - age, money(price), money(price - below), money(price + above), volume])
  }
  return { type: 'quotes', time, quotes }
}

/** A decimal in units of its last place, with its decimals. One that is none counts as zero. */
function read(decimal: string): { minor: bigint; scale: number } {
  const [, whole = '0', part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  return { minor: BigInt(whole + part), scale: part.length }
}

function rowOf(symbol: string, seq: number, price: string, volume: string): Row {
  const [last, traded] = [read(price), read(volume)]
  return {
    ...{ symbol, seq, price: last.minor, priceScale: last.scale },
    ...{ volume: traded.minor, volumeScale: traded.scale },
  }
}
