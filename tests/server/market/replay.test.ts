import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { findFiles, type RecordedFile, readRows } from '../../../server/market/replay/files.ts'
import { type ReplayOptions, replaySource } from '../../../server/market/replay/index.ts'
import { readRow } from '../../../server/market/replay/rows.ts'
import { recordingFiles } from '../../../server/market/replay/unpack.ts'
import type { Step, Tick } from '../../../server/market/source.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { createManualClock } from '../manual-clock.ts'
import { aggTrade, KLINES_HEADER, kline, RECORDED, recordingOf, TRADES_HEADER, trade, zipped } from './recordings.ts'
import { MONDAY_NOON } from './support.ts'

/** A log that a test reads. */
function createLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  return { log: pino({ level: 'info', base: null }, stream), lines }
}

/** Plays a recording on a clock that a test moves. */
function play(path: string, options: Partial<ReplayOptions> = {}, since = MONDAY_NOON) {
  const clock = createManualClock(since, async () => {})
  const { log, lines } = createLog()
  const source = replaySource({ path, speed: 1, loops: false, ...options }, { clock, log })
  const ticks: Tick[] = []
  const start = () => source.start({ clock, since, last: new Map(), emit: (more) => ticks.push(...more) })
  const heard = (symbol = 'BTCUSDT') =>
    ticks.filter((tick) => tick.symbol === symbol).map(({ time, price }) => [time - since, Number(price) / 100])
  return { clock, source, ticks, lines, start, heard }
}

const seconds = (count: number, price: (second: number) => string) =>
  Array.from({ length: count }, (_, second) => trade(second * 1_000, price(second)))

describe('replay: a row', () => {
  it('is read in milliseconds and in microseconds, from spot and futures', () => {
    const read = { time: RECORDED + 5, end: RECORDED + 5, path: [43_182.5], volume: 0.01, side: 'sell' }
    expect(readRow('trades', trade(5, '43182.5'))).toEqual(read)
    expect(readRow('trades', trade(5, '43182.5', '0.01', false))).toEqual(read)
    expect(readRow('trades', `7,43182.5,0.01,431.8,${RECORDED + 5},true`)).toEqual(read)
    expect(readRow('trades', `7,43182.5,0.01,431.8,${RECORDED + 5},false`)).toEqual({ ...read, side: 'buy' })
  })

  it('is read from aggregated trades, from spot and futures', () => {
    const read = { time: RECORDED + 5, end: RECORDED + 5, path: [43_182.5], volume: 0.01, side: 'sell' }
    expect(readRow('aggTrades', aggTrade(5, '43182.5'))).toEqual(read)
    expect(readRow('aggTrades', `7,43182.5,0.01,5,7,${RECORDED + 5},true`)).toEqual(read)
  })

  it('of a candle goes to its low first when rising, and to its high first when falling', () => {
    expect(readRow('klines', kline(0, ['10', '14', '8', '12']))).toEqual({
      time: RECORDED,
      end: RECORDED + 59_999,
      path: [10, 8, 14, 12],
      volume: 6,
    })
    expect(readRow('klines', kline(0, ['12', '14', '8', '10']))?.path).toEqual([12, 14, 8, 10])
  })

  it.each([
    ['trades', ''],
    ['trades', TRADES_HEADER],
    ['trades', trade(5, '0')],
    ['trades', trade(5, '-1')],
    ['trades', trade(5, 'NaN')],
    ['trades', trade(5, '1', '-1')],
    ['trades', trade(5, '1').replace('True', 'maybe')],
    ['trades', `7,1,1,1,${RECORDED / 1000},true`],
    ['trades', `7,1,1,5,6,${RECORDED},true`],
    ['trades', aggTrade(5, '1')],
    ['aggTrades', trade(5, '1')],
    ['aggTrades', aggTrade(5, '0')],
    ['klines', aggTrade(5, '1')],
    ['klines', KLINES_HEADER],
    ['klines', kline(0, ['10', '9', '8', '12'])],
    ['klines', kline(0, ['10', '14', '11', '12'])],
    ['klines', kline(0, ['10', '14', '8', '12'], '6', 0)],
    ['klines', trade(5, '1')],
  ] as const)('is none in %s: %s', (layout, line) => {
    expect(readRow(layout, line)).toBeUndefined()
  })
})

describe('replay: a recording', () => {
  it('is found by file names, in order of time, with or without a header, ignoring other files', () => {
    const folder = recordingOf({
      'BTCUSDT-trades-2025-01-02.csv': [trade(86_400_000, '2')],
      'BTCUSDT-trades-2025-01-01.csv': [TRADES_HEADER, trade(0, '1')],
      'ETHUSDT-1m-2025-01.csv': [KLINES_HEADER, kline(0, ['10', '14', '8', '12'])],
      'PEPEUSDT-trades-2025-01-01.csv': [trade(0, '1')],
      'BTCUSDT-trades-2025-01-01.zip.CHECKSUM': 'abc',
    })
    const { files, unknown } = findFiles(folder)
    expect([...files.keys()].sort()).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(files.get('BTCUSDT')?.map(({ first }) => first - RECORDED)).toEqual([0, 86_400_000])
    expect(unknown).toEqual(['PEPEUSDT'])
    expect(findFiles(join(folder, 'ETHUSDT-1m-2025-01.csv')).files.size).toBe(1)
  })

  it('may contain aggregated trades, and start with a byte-order mark', () => {
    const rows = [trade(0, '1'), trade(1_000, '2')]
    const mark = '\ufeff'
    const folder = recordingOf({
      'BTCUSDT-aggTrades-2025-01-01.csv': [aggTrade(0, '1'), aggTrade(1_000, '2')],
      'ETHUSDT-trades-2025-01-01.csv': `${mark}${[TRADES_HEADER, ...rows].join('\r\n')}`,
      'SOLUSDT-1m-2025-01-01.csv': `${mark}${kline(0, ['1', '1', '1', '1'])}\n${kline(60_000, ['2', '2', '2', '2'])}\n`,
    })
    const { files } = findFiles(folder)
    for (const [symbol, own] of files) {
      const found = [...readRows(own, 0, () => expect.unreachable())]
      expect(
        found.map(({ path: [price] }) => price),
        symbol,
      ).toEqual([1, 2])
    }
    expect(files.size).toBe(3)
  })

  it.each([
    [
      'the newest first',
      { 'BTCUSDT.csv': seconds(9, () => '1').reverse() },
      /BTCUSDT\.csv goes back in time, the newest first: sort/,
    ],
    ['a folder without any', {}, /nothing to replay in .*: no \.csv$/],
    [
      'no CSV at all',
      { 'BTCUSDT.csv': '\u0000\u0001\u0002' },
      /BTCUSDT\.csv is no CSV in the trades, aggTrades or klines layout/,
    ],
    ['an empty file', { 'BTCUSDT.csv': '' }, /is no CSV/],
    ['another layout', { 'BTCUSDT.csv': ['time,price', '2026-01-01,5'] }, /is no CSV/],
    ['a name without a symbol', { 'trades of btc.csv': [trade(0, '1')] }, /the name of a recording is its symbol/],
    ['nothing that is traded here', { 'PEPEUSDT.csv': [trade(0, '1')] }, /no instruments here \(PEPEUSDT\)$/],
    [
      'two files of the same time',
      { 'BTCUSDT-a.csv': seconds(9, () => '1'), 'BTCUSDT-b.csv': seconds(9, () => '1') },
      /overlap/,
    ],
    [
      'trades and candles of one symbol',
      { 'BTCUSDT-a.csv': [trade(0, '1')], 'BTCUSDT-b.csv': [kline(60_000, ['1', '1', '1', '1'])] },
      /differ in layout/,
    ],
  ])('is refused in one line: %s', (_, files: Record<string, string | string[]>, line) => {
    const folder = recordingOf(files)
    expect(() => findFiles(folder)).toThrow(line)
    expect(() => findFiles(folder)).toThrow(/^MARKET: .*$/)
  })

  it('that does not exist is refused', () => {
    expect(() => findFiles('/nowhere/at/all')).toThrow(/^MARKET: cannot read \/nowhere\/at\/all: .*$/)
  })

  /** The open files of this process below a folder, on Linux; elsewhere none. */
  const openBelow = (folder: string) => {
    const descriptors = '/proc/self/fd'
    if (!existsSync(descriptors)) return []
    const paths = readdirSync(descriptors).map((each) => {
      try {
        return readlinkSync(join(descriptors, each))
      } catch {
        return ''
      }
    })
    return paths.filter((path) => path.startsWith(folder))
  }

  describe('that is compressed', () => {
    const rows = `${seconds(9, (second) => String(second + 1)).join('\n')}\n`
    const own = newFolder()
    const heardIn = async (folder: string) => {
      const { files } = findFiles(folder, await recordingFiles(folder, own))
      const read = (each: RecordedFile[]) => [...readRows(each, 0, () => expect.unreachable())].length
      return Object.fromEntries([...files].map(([symbol, each]) => [symbol, read(each)]))
    }

    it('plays as downloaded, from zip and gz, next to unpacked files', async () => {
      const folder = recordingOf({
        'BTCUSDT-trades-2025-01-01.zip': zipped({ 'BTCUSDT-trades-2025-01-01.csv': rows }),
        'ETHUSDT-trades-2025-01-01.csv.gz': gzipSync(rows),
        'SOLUSDT-trades-2025-01-01.csv': rows,
        'SOLUSDT-trades-2025-01-01.zip': zipped({ 'SOLUSDT-trades-2025-01-01.csv': rows }),
        'BTCUSDT-trades-2025-01-01.zip.CHECKSUM': 'abc',
      })
      expect(await heardIn(folder)).toEqual({ BTCUSDT: 9, ETHUSDT: 9, SOLUSDT: 9 })
      expect(readdirSync(folder)).toHaveLength(5)
      const one = join(folder, 'BTCUSDT-trades-2025-01-01.zip')
      expect(findFiles(one, await recordingFiles(one, own)).files.get('BTCUSDT')).toHaveLength(1)
      const unpacked = (await recordingFiles(one, own))[0] ?? ''
      const { mtimeMs } = statSync(unpacked)
      // An unpacked file is reused; another file of that name is unpacked separately.
      expect(statSync((await recordingFiles(one, own))[0] ?? '').mtimeMs).toBe(mtimeMs)
      writeFileSync(one, zipped({ 'BTCUSDT-trades-2025-01-01.csv': rows.repeat(2) }))
      expect((await recordingFiles(one, own))[0]).not.toBe(unpacked)
    })

    it('cannot escape its folder by an entry’s name', async () => {
      const folder = recordingOf({ 'BTCUSDT.zip': zipped({ '../../BTCUSDT-elsewhere.csv': rows }) })
      await expect(recordingFiles(folder, own)).rejects.toThrow(/^MARKET: cannot unpack .*invalid relative path/)
      expect(readdirSync(join(own, '..'))).not.toContain('BTCUSDT-elsewhere.csv')
    })

    it.each([
      ['a bomb by zip', 'BTCUSDT.zip', zipped({ 'BTCUSDT.csv': '0'.repeat(9_000_000) })],
      ['a bomb by gz', 'BTCUSDT.csv.gz', gzipSync('0'.repeat(9_000_000))],
      ['several files in one', 'BTCUSDT.zip', zipped({ 'a.csv': rows, 'b.csv': rows })],
      ['one that says to be smaller than it is', 'BTCUSDT.zip', zipped({ 'a.csv': rows }, 1)],
      ['no zip at all', 'BTCUSDT.zip', Buffer.from('PK')],
      ['half a gz', 'BTCUSDT.csv.gz', gzipSync(rows).subarray(0, 90)],
    ])('is refused in one line, and leaves nothing behind: %s', async (_, name, bytes) => {
      const folder = recordingOf({ [name]: bytes })
      await expect(recordingFiles(folder, own)).rejects.toThrow(/^MARKET: cannot unpack .*$/)
      expect(readdirSync(own, { recursive: true }).filter((each) => String(each).endsWith('.part'))).toEqual([])
      expect(openBelow(own)).toEqual([])
    })
  })

  it('is read identically from any time and from its start', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => trade(index * 70, String(1 + (index % 97))))
    const folder = recordingOf({ 'BTCUSDT.csv': lines })
    const [own = []] = [...findFiles(folder).files.values()]
    const none = () => expect.unreachable()
    const all = [...readRows(own, 0, none)]
    expect(all).toHaveLength(20_000)
    expect(readFileSync(join(folder, 'BTCUSDT.csv')).length).toBeGreaterThan(10 * 65_536)
    for (const place of [0, 1, 12, 9_999, 13_337, 19_999]) {
      const from = all[place]?.time ?? 0
      expect([...readRows(own, from, none)]).toEqual(all.slice(place))
      expect([...readRows(own, from + 1, none)]).toEqual(all.slice(place + 1))
    }
  })

  it('reports an invalid row by file and line, and continues', () => {
    const lines = seconds(5_000, () => '1')
      .toSpliced(3, 0, 'rubbish')
      .toSpliced(4_500, 0, trade(0, '7'), 'x'.repeat(200_000))
    const folder = recordingOf({ 'BTCUSDT.csv': [TRADES_HEADER, ...lines] })
    const [own = []] = [...findFiles(folder).files.values()]
    const bad: [string, number][] = []
    const read = (from: number) => [...readRows(own, from, (file, line) => bad.push([file, line()]))].length
    expect(read(0)).toBe(5_000)
    expect(bad[0]).toEqual([join(folder, 'BTCUSDT.csv'), 5])
    expect(new Set(bad.map(([, line]) => line))).toEqual(new Set([5, 4_502, 4_503]))
    bad.length = 0
    expect(read(RECORDED + 4_000_000)).toBe(1_000)
    expect(new Set(bad.map(([, line]) => line))).toEqual(new Set([4_502, 4_503]))
  })
})

describe('a replay', () => {
  it('plays each trade at its time, on the server’s clock', async () => {
    const folder = recordingOf({ 'BTCUSDT.csv': seconds(5, (second) => `${100 + second}`) })
    const { clock, start, heard, ticks } = play(folder)
    start()
    await clock.advance(3_000)
    const changes = heard().filter(([, price], index, all) => price !== all[index - 1]?.[1])
    expect(changes).toEqual([
      [0, 100],
      [1_050, 101],
      [2_050, 102],
    ])
    expect(ticks.every(({ bid, ask, price }) => bid === price && ask === price)).toBe(true)
  })

  it('plays at the configured speed', async () => {
    const folder = recordingOf({ 'BTCUSDT.csv': seconds(100, (second) => `${100 + second}`) })
    const { clock, start, heard } = play(folder, { speed: 10 })
    start()
    await clock.advance(5_060)
    expect(heard().at(-1)).toEqual([5_050, 150])
  })

  it('aggregates trades between two beats: open, high, low, close and volume', async () => {
    const at = [500, 510, 520, 530, 540]
    const prices = ['100', '105', '95', '99', '101']
    const rows = [trade(0, '100'), ...at.map((ms, index) => trade(ms, prices[index] ?? '', '0.000004'))]
    const { clock, start, ticks } = play(recordingOf({ 'BTCUSDT.csv': rows }))
    start()
    await clock.advance(600)
    const beat = ticks.filter(({ time }) => time === MONDAY_NOON + 550)
    expect(beat.map(({ price, volume }) => [Number(price), Number(volume)])).toEqual([
      [10_000, 0],
      [10_500, 0],
      [9_500, 0],
      [10_100, 2],
    ])
  })

  it('repeats the last price in a quiet market for at most a minute', async () => {
    const folder = recordingOf({ 'BTCUSDT.csv': [trade(0, '100'), trade(300_000, '101')] })
    const { clock, start, heard } = play(folder)
    start()
    await clock.advance(280_000)
    const times = heard().map(([time = 0]) => time)
    expect(Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0)))).toBeLessThan(1_100)
    expect(times.at(-1)).toBeLessThanOrEqual(60_000)
    expect(times.at(-1)).toBeGreaterThan(58_000)
  })

  it('plays a candle along its path, including its high and low', async () => {
    const rows = [kline(0, ['100', '160', '70', '130']), kline(60_000, ['130', '130', '130', '130'])]
    const { clock, start, heard, ticks } = play(recordingOf({ 'BTCUSDT-1m.csv': rows }))
    start()
    await clock.advance(60_060)
    const prices = heard().map(([, price = 0]) => price)
    expect(Math.min(...prices)).toBe(70)
    expect(Math.max(...prices)).toBe(160)
    expect(prices[0]).toBe(100)
    expect(heard().find(([time]) => time === 10_050)?.[1]).toBeCloseTo(84.93, 1)
    expect(prices.indexOf(70)).toBeLessThan(prices.indexOf(160))
    expect(prices.at(-1)).toBe(130)
    const traded = ticks.reduce((sum, { volume }) => sum + Number(volume), 0) / 1e5
    expect(traded).toBeCloseTo(6, 1)
  })

  it('stops at the end, logs it, and lets prices become stale', async () => {
    const { clock, start, heard, lines } = play(recordingOf({ 'BTCUSDT.csv': seconds(10, () => '100') }))
    start()
    await clock.advance(30_000)
    expect(heard().at(-1)?.[0]).toBeLessThan(9_200)
    expect(lines.map(({ msg }) => msg)).toContain('the recording has ended: its prices are stale from now on')
  })

  it('restarts at the end if configured', async () => {
    const folder = recordingOf({ 'BTCUSDT.csv': seconds(11, (second) => `${100 + second}`) })
    const { clock, start, heard } = play(folder, { loops: true })
    start()
    await clock.advance(25_060)
    expect(heard().at(-1)).toEqual([25_050, 105])
    expect(heard().find(([time]) => time === 10_050)?.[1]).toBe(100)
  })

  it('continues after a stop at the elapsed time', async () => {
    const folder = recordingOf({ 'BTCUSDT.csv': seconds(500, (second) => `${100 + second}`) })
    const { clock, start, heard } = play(folder)
    const stop = start()
    await clock.advance(5_000)
    stop()
    await clock.advance(100_000)
    const before = heard().length
    start()
    expect(heard()[before]).toEqual([105_000, 205])
    await clock.advance(1_000)
    expect(heard().at(-1)).toEqual([105_950, 205])
  })

  it('logs its progress each minute, and invalid rows at most every ten seconds', async () => {
    const lines = Array.from({ length: 200 }, (_, second) => [trade(second * 1_000, '100'), 'rubbish']).flat()
    const folder = recordingOf({ 'BTCUSDT.csv': lines })
    const { clock, start, lines: told } = play(folder)
    start()
    await clock.advance(150_000)
    const progress = told.filter(({ msg }) => msg === 'the recording plays')
    expect(progress).toHaveLength(3)
    expect(progress[1]).toMatchObject({ at: '2025-01-01T00:01:00.050Z', done: '30%', badRows: expect.any(Number) })
    const bad = told.filter(({ msg }) => msg === 'a bad row is skipped')
    expect(bad.length).toBeGreaterThan(1)
    expect(bad.length).toBeLessThanOrEqual(16)
    expect(bad[0]).toMatchObject({ file: join(folder, 'BTCUSDT.csv'), line: 2, badRows: 1 })
  })

  it('has history if it starts later than its recording, as if played', () => {
    const rows = Array.from({ length: 10 }, (_, minute) =>
      kline(minute * 60_000, ['100', '101', '99', `${100 + minute / 10}`]),
    )
    const folder = recordingOf({ 'BTCUSDT-1m.csv': rows })
    const { source } = play(folder, { from: RECORDED + 5 * 60_000 })
    const noon = MONDAY_NOON / 1000
    const steps: Step[] = Array.from({ length: 7 }, (_, index) => ({ time: noon - (7 - index) * 60, width: 60 }))
    const past = source.history?.(steps, [{ symbol: 'BTCUSDT', last: undefined }], MONDAY_NOON)
    if (!past || past instanceof Promise) throw new Error('no history')
    const bars = past('BTCUSDT')
    expect(bars.map(({ time }) => time - noon)).toEqual([-300, -240, -180, -120, -60])
    expect(bars.at(-1)).toMatchObject({ open: 10_000n, high: 10_100n, low: 9_900n, close: 10_040n, width: 60 })
    expect(bars.reduce((sum, { volume }) => sum + Number(volume), 0) / 1e5).toBeCloseTo(30, 1)
  })

  it('refuses to begin outside of the recording', () => {
    const folder = recordingOf({ 'BTCUSDT.csv': seconds(10, () => '100') })
    expect(() => play(folder, { from: RECORDED - 1 })).toThrow(
      /^REPLAY_FROM: the recording goes from 2025-01-01T00:00:00.000Z to 2025-01-01T00:00:09.000Z$/,
    )
  })
})
