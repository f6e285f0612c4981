import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { simulatedSource } from '../../../server/market/module.ts'
import { replaySource } from '../../../server/market/replay/index.ts'
import { inThisThread } from '../../../server/market-side.ts'
import { quotation, timeshar } from '../../../src/api/market/market.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { checkReceipt } from '../../../src/machines/receipts/receipt.ts'
import { describeServer } from '../harness.ts'
import { byTheRecord } from '../microtrade/by-the-record.ts'
import { order } from '../microtrade/support.ts'
import { KLINES_HEADER, kline, RECORDED, recordingOf, trade } from './recordings.ts'
import { MONDAY_NOON } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const MINUTE_MS = 60_000
/** A trade each second for twenty minutes, rising by a cent each; candles of as long; trades of one that comes later. */
const folder = recordingOf({
  'BTCUSDT-trades-2025-01-01.csv': Array.from({ length: 1_200 }, (_, second) =>
    trade(second * 1_000, `${43_000 + second / 100}`),
  ),
  'ETHUSDT-1m-2025-01-01.csv': [
    KLINES_HEADER,
    ...Array.from({ length: 20 }, (_, minute) => kline(minute * MINUTE_MS, ['2000', '2030', '1990', '2020'])),
  ],
  'SOLUSDT-trades-2025-01-01.csv': Array.from({ length: 600 }, (_, index) => trade((700 + index) * 1_000, '100')),
})
const source = (speed: number) => (clock: { now(): number; after(ms: number, act: () => void): () => void }) =>
  replaySource(
    { path: folder, speed, loops: false, from: RECORDED + 10 * MINUTE_MS },
    { clock, log: pino({ level: 'silent' }) },
  )

describeServer.onSqlite(
  'a server on a replayed market',
  (server) => {
    it('reports its source, lists symbols with a price, and fills its charts from before the start', async () => {
      const told = await server.ok(quotation)
      expect(told.source).toBe('replay')
      expect(told.quotes.map(({ symbol, state, price }) => [symbol, state, price])).toEqual([
        ['BTCUSDT', 'live', '43006.00'],
        ['ETHUSDT', 'live', '2000.00'],
      ])
      const { token } = await server.person()
      const bars = await server.ok(timeshar, { symbol: 'BTCUSDT', interval: '1m' }, token)
      expect(bars).toHaveLength(11)
      expect(bars.at(-2)).toEqual([MONDAY_NOON / 1000 - 60, '43005.40', '43005.99', '43005.40', '43005.99', '0.60000'])
      const wide = await server.ok(timeshar, { symbol: 'ETHUSDT', interval: '5m' }, token)
      expect(wide.at(-2)).toEqual([
        MONDAY_NOON / 1000 - 300,
        '2000.00',
        '2030.00',
        '1990.00',
        '2020.00',
        expect.any(String),
      ])
    })

    it('settles options by the record, with valid receipts', async () => {
      const { token } = await server.person()
      const { db } = server.platform
      await server.clock.advance(300)
      const expected: Record<string, string | undefined> = {}
      for (const [symbol, direction, state] of [
        ['BTCUSDT', 'rise', 'won'],
        ['BTCUSDT', 'fall', 'lost'],
        ['ETHUSDT', 'fall', undefined],
      ] as const) {
        const { id } = await server.ok(api.submit, order({ symbol, direction }), token)
        expected[id] = state
      }
      await server.clock.advance(35_000)
      const settled = await server.ok(api.lists, { list: 1 }, token)
      expect(settled).toHaveLength(3)
      for (const { id, symbol } of settled) {
        const receipt = await server.ok(api.receipt, { id }, token)
        expect(checkReceipt(receipt, receipt.order.openTick?.hash ?? '', sha256)).toBe('verified')
        const row = await db.selectFrom('microtrades').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const ticks = await db.selectFrom('ticks').selectAll().where('symbol', '=', symbol).orderBy('seq').execute()
        expect({ state: row.state, open: row.open_seq, close: row.close_seq }).toEqual(byTheRecord(row, ticks))
        expect(row.state).toBe(expected[id] ?? row.state)
      }
      expect(await server.ledger()).toEqual([])
    })

    it('refuses an option on a symbol outside the recording, and has no candles of it', async () => {
      const { token } = await server.person()
      expect(await server.call(api.submit, order({ symbol: 'XRPUSDT' }), token)).toMatchObject({ key: 'pairNotFound' })
      expect(await server.call(timeshar, { symbol: 'XRPUSDT', interval: '1m' }, token)).toMatchObject({
        key: 'pairNotFound',
      })
    })

    it('lists a symbol from its first price on', async () => {
      const { token } = await server.person()
      expect(await server.call(api.submit, order({ symbol: 'SOLUSDT' }), token)).toMatchObject({ key: 'tradingClosed' })
      await server.clock.advance(2 * MINUTE_MS)
      const { quotes } = await server.ok(quotation)
      expect(quotes.find(({ symbol }) => symbol === 'SOLUSDT')).toMatchObject({ state: 'live', price: '100.00' })
    })

    it('continues after a restart at the elapsed time', async () => {
      await server.restart()
      await server.clock.advance(100)
      const { quotes } = await server.ok(quotation)
      // A tenth of a second may lie between a trade and the frame that shows it.
      const seconds = 600 + Math.floor((server.clock.now() - 100 - MONDAY_NOON) / 1_000)
      expect(quotes[0]?.price).toBe((43_000 + seconds / 100).toFixed(2))
    })

    it('is refused with another market’s data', async () => {
      const { platform } = server
      for (const other of [simulatedSource('quoin'), source(2)(server.clock)]) {
        await expect(
          buildApp({ platform, startSide: inThisThread(platform, other), checkAnswers: true }),
        ).rejects.toThrow(
          /^MARKET: the data holds the prices of another market \(replay:\S+ from 2025-01-01T00:10:00\.000Z at 1x\), and .*$/,
        )
      }
    })
  },
  { source: source(1) },
)
