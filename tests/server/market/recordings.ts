import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { newFolder } from '../../runner/own-folder.ts'

/** When the recordings of the tests begin: long before any test's clock. A Wednesday, 00:00 UTC. */
export const RECORDED = Date.UTC(2025, 0, 1)

/** A folder of recordings. Lines are joined, or taken as they are. */
export function recordingOf(files: Record<string, readonly string[] | string | Buffer>): string {
  const folder = newFolder()
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(
      join(folder, name),
      typeof lines === 'string' || Buffer.isBuffer(lines) ? lines : `${lines.join('\n')}\n`,
    )
  }
  return folder
}

/**
 * A zip file, as PKWARE's APPNOTE 6.3 lays it out.
 *
 * @param says how many bytes it claims that each of its files has, where that is not so
 */
export function zipped(files: Record<string, string>, says?: number): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(text), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(says ?? Buffer.byteLength(text), 18)
    about.writeUInt16LE(name.length, 22)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, tail, Buffer.from(name)]))
    parts.push(part)
    offset += part.length
  }
  const central = Buffer.concat(index)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end])
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
