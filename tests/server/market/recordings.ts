import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** When the recordings of the tests begin: long before any test's clock. A Wednesday, 00:00 UTC. */
export const RECORDED = Date.UTC(2025, 0, 1)

/** A folder of recordings that is removed at the end of the test file. Lines are joined, or taken as they are. */
export function recordingOf(files: Record<string, readonly string[] | string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-recording-'))
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof lines === 'string' ? lines : `${lines.join('\n')}\n`)
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A row of Binance's spot trades; `at` in ms after `RECORDED`. In microseconds, as since 2025, or in milliseconds. */
export const trade = (at: number, price: string, quantity = '0.01', micros = true): string =>
  `${1_000 + at},${price},${quantity},${(Number(price) * Number(quantity)).toFixed(8)},${(RECORDED + at) * (micros ? 1_000 : 1)},True,True`

/** A row of Binance's aggregated spot trades. */
export const aggTrade = (at: number, price: string, quantity = '0.01'): string =>
  `${1_000 + at},${price},${quantity},5,7,${(RECORDED + at) * 1_000},True,True`

/** A row of Binance's klines of a minute, or of as many ms. */
export const kline = (at: number, [open, high, low, close]: readonly string[], volume = '6', width = 60_000): string =>
  `${(RECORDED + at) * 1_000},${open},${high},${low},${close},${volume},${(RECORDED + at + width) * 1_000 - 1},0,9,0,0,0`

export const TRADES_HEADER = 'id,price,qty,quoteQty,time,isBuyerMaker,isBestMatch'
export const KLINES_HEADER =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore'
