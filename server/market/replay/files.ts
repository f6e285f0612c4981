import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findInstrument } from '../../../src/rules/market/instruments.ts'
import { SourceError } from '../source.ts'
import { type Layout, layoutOf, type Row, readRow } from './rows.ts'

/** A file of a recording. `first`, `last`: the times of its first and last row, in recorded ms. */
export type RecordedFile = { path: string; symbol: string; layout: Layout; size: number; first: number; last: number }

/** Called for an invalid row: its position, counted from 1. */
export type OnBad = (file: string, line: () => number) => void

const CHUNK_BYTES = 65_536
const LINE_BYTES_MAX = 1_024
// A header, and a few rows that may be invalid.
const LINES_TRIED = 10
const NEWLINE = 10

/**
 * Finds the files of a recording by symbol. It reads only the beginning and the end of each.
 *
 * @param own its CSV files, if some of them were packed; by default the files at the path
 * @returns the files by symbol, each symbol's in order of time, and the symbols that are not our instruments
 * @throws SourceError if there are none, one cannot be read as trades or klines, or two of a symbol overlap
 */
export function findFiles(
  path: string,
  own: readonly string[] = recordingNames(path).plain,
): { files: Map<string, RecordedFile[]>; unknown: string[] } {
  const files = new Map<string, RecordedFile[]>()
  const unknown = new Set<string>()
  for (const file of own) {
    const symbol = symbolOf(file)
    if (findInstrument(symbol)) files.set(symbol, [...(files.get(symbol) ?? []), examine(file, symbol)])
    else unknown.add(symbol)
  }
  if (files.size === 0) {
    const found =
      unknown.size > 0 ? `only symbols that are no instruments here (${[...unknown].join(', ')})` : 'no .csv'
    throw new SourceError(`MARKET: nothing to replay in ${path}: ${found}`)
  }
  for (const each of files.values()) requireOrder(each)
  return { files, unknown: [...unknown] }
}

const PACKED = /\.(zip|gz)$/i

/**
 * The files at a path: one file, or those of a folder. CSV files are `plain`, others `packed`.
 *
 * @throws SourceError if nothing can be read there
 */
export function recordingNames(path: string): { plain: string[]; packed: string[] } {
  try {
    const isFolder = statSync(path).isDirectory()
    const names = isFolder ? readdirSync(path).sort() : [basename(path)]
    const paths = names.map((name) => (isFolder ? join(path, name) : path))
    return {
      plain: paths.filter((each) => (isFolder ? /\.csv$/i : /./).test(each) && !PACKED.test(each)),
      packed: paths.filter((each) => PACKED.test(each)),
    }
  } catch (error) {
    throw new SourceError(`MARKET: cannot read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The symbol that a file's name begins with: `BTCUSDT-trades-2026-01-01.csv`, `BTCUSDT-1m-2026-01.csv`, `BTCUSDT.csv`. */
function symbolOf(path: string): string {
  const symbol = /^([A-Z0-9]+)(-.*)?\.csv$/i.exec(basename(path))?.[1]
  if (symbol) return symbol.toUpperCase()
  throw new SourceError(`MARKET: ${path}: the name of a recording is its symbol, as in BTCUSDT-trades-2026-01-01.csv`)
}

function examine(path: string, symbol: string): RecordedFile {
  try {
    return withFile(path, (fd) => {
      const { size } = fstatSync(fd)
      const head = withoutMark(textAt(fd, 0, Math.min(size, CHUNK_BYTES))).split('\n')
      const tail = textAt(fd, Math.max(0, size - CHUNK_BYTES), size).split('\n')
      const layout = head
        .slice(0, LINES_TRIED)
        .map((line) => layoutOf(line.trim()))
        .find((found) => found)
      const rowsOf = (lines: string[]) => lines.flatMap((line) => (layout && readRow(layout, line.trim())) ?? [])
      const [first, last] = [rowsOf(head)[0], rowsOf(tail).at(-1)]
      if (!layout || !first || !last) {
        throw new SourceError(
          `MARKET: ${path} is no CSV in the trades, aggTrades or klines layout of Binance's public data`,
        )
      }
      if (first.time > last.time) {
        throw new SourceError(`MARKET: ${path} goes back in time, the newest first: sort its rows by time`)
      }
      return { path, symbol, layout, size, first: first.time, last: last.end }
    })
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(`MARKET: cannot read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** A text, decoded byte by byte, without the byte-order mark that some programs write. */
const withoutMark = (text: string) => (text.startsWith('\u00ef\u00bb\u00bf') ? text.slice(3) : text)

/** Whether a line names columns: `id,price,qty,…` or `open_time,open,high,…`. */
const isHeader = (line: string) => /^"?[a-z][\w ]*"?(,"?[a-z][\w ]*"?)+\s*$/i.test(line)

function requireOrder(files: RecordedFile[]): void {
  files.sort((a, b) => a.first - b.first)
  for (const [place, { path, first, layout }] of files.entries()) {
    const before = files[place - 1]
    if (!before) continue
    if (before.last > first) throw new SourceError(`MARKET: ${before.path} and ${path} overlap: keep one of them`)
    if (before.layout !== layout) {
      throw new SourceError(
        `MARKET: ${before.path} and ${path} differ in layout: keep one of trades, aggTrades and klines of a symbol`,
      )
    }
  }
}

/**
 * Reads the rows of consecutive files, from the first one that ends at or after a time in recorded ms. It holds one chunk of one file at a
 * time. An invalid or out-of-order row is reported and skipped.
 */
export function* readRows(files: readonly RecordedFile[], from: number, onBad: OnBad): Generator<Row> {
  let reached = Number.NEGATIVE_INFINITY
  for (const file of files) {
    if (file.last < from) continue
    const fd = openSync(file.path, 'r')
    try {
      const start = file.first >= from ? 0 : seek(fd, file, from)
      for (const { text, offset } of readLines(fd, start)) {
        const line = (offset === 0 ? withoutMark(text) : text).trim()
        if (line === '' || (offset === 0 && isHeader(line))) continue
        const row = readRow(file.layout, line)
        if (!row || row.time < reached) {
          onBad(file.path, () => countLines(file.path, offset))
          continue
        }
        reached = row.time
        if (row.end >= from) yield row
      }
    } finally {
      closeSync(fd)
    }
  }
}

/**
 * The time from which to read so that the rows up to `upTo` have not much more than `bytesMax` bytes: `from`, or later. Times in recorded
 * ms. An estimate, as if the rows of a file were spread evenly.
 */
export function newestFrom(files: readonly RecordedFile[], from: number, upTo: number, bytesMax: number): number {
  let bytes = bytesMax
  for (const { first, last, size } of files.toReversed()) {
    if (first >= upTo || last <= from) continue
    const perMs = size / Math.max(1, last - first)
    const end = Math.min(last, upTo)
    if ((end - first) * perMs > bytes) return Math.max(from, end - bytes / perMs)
    bytes -= (end - first) * perMs
  }
  return from
}

/** The lines of a file from an offset on, which begins one, each with its offset. */
function* readLines(fd: number, start: number): Generator<{ text: string; offset: number }> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let rest = ''
  let offset = start
  for (let position = start; ; ) {
    const length = readSync(fd, buffer, 0, CHUNK_BYTES, position)
    if (length === 0) break
    position += length
    const text = rest + buffer.toString('latin1', 0, length)
    let begin = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      yield { text: text.slice(begin, end), offset: offset + begin }
      begin = end + 1
    }
    offset += begin
    rest = text.slice(begin)
    // No row is this long: it is invalid, and its rest is not buffered.
    if (rest.length > LINE_BYTES_MAX) {
      yield { text: rest, offset }
      offset += rest.length
      rest = ''
    }
  }
  if (rest !== '') yield { text: rest, offset }
}

/** The offset of a line from which reading finds every row that ends at or after a time; usually little before them. */
function seek(fd: number, { layout, size }: RecordedFile, from: number): number {
  let [low, high] = [0, size]
  while (high - low > CHUNK_BYTES) {
    const middle = Math.floor((low + high) / 2)
    const row = firstRowFrom(fd, middle, layout)
    if (row && row.end < from) low = middle
    else high = middle
  }
  return low === 0 ? 0 : low + textAt(fd, low, low + CHUNK_BYTES).indexOf('\n') + 1
}

function firstRowFrom(fd: number, start: number, layout: Layout): Row | undefined {
  const [, ...lines] = textAt(fd, start, start + CHUNK_BYTES).split('\n')
  for (const line of lines.slice(0, -1)) {
    const row = readRow(layout, line.trim())
    if (row) return row
  }
  return undefined
}

function textAt(fd: number, start: number, end: number): string {
  const buffer = Buffer.alloc(end - start)
  return buffer.toString('latin1', 0, readSync(fd, buffer, 0, buffer.length, start))
}

/** The number of the line that begins at an offset, counted from 1. */
function countLines(path: string, offset: number): number {
  return withFile(path, (fd) => {
    let line = 1
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let position = 0; position < offset; ) {
      const length = readSync(fd, buffer, 0, Math.min(CHUNK_BYTES, offset - position), position)
      if (length === 0) break
      position += length
      for (let at = buffer.indexOf(NEWLINE); at >= 0 && at < length; at = buffer.indexOf(NEWLINE, at + 1)) line += 1
    }
    return line
  })
}

function withFile<T>(path: string, use: (fd: number) => T): T {
  const fd = openSync(path, 'r')
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}
