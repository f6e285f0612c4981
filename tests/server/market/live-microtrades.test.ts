import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { liveSource } from '../../../server/market/live/index.ts'
import { quotation, timeshar } from '../../../src/api/market/market.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { checkReceipt } from '../../../src/machines/receipts/receipt.ts'
import { describeServer } from '../harness.ts'
import { order, SILENCE_MS } from '../microtrade/support.ts'
import { hasCcxt, type StandIn, startExchange } from './exchange.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const MINUTE_MS = 60_000

describe.runIf(hasCcxt)('on a live market', () => {
  const opened: StandIn[] = []
  afterAll(async () => {
    for (const each of opened) await each.close()
  })

  describeServer.onSqlite(
    'a server',
    (server) => {
      /** A trade each second, until it is on the record. */
      const trade = async (price: string, seconds = 1) => {
        const exchange = opened.at(-1)
        for (let second = 0; second < seconds; second++) {
          const before = exchange?.exchange.trades['BTC/USDT']?.at(-1)
          exchange?.trade('BTCUSDT', price, '0.01')
          await vi.waitFor(() => expect(exchange?.exchange.trades['BTC/USDT']?.at(-1)).not.toBe(before))
          await server.clock.advance(1_000)
        }
      }

      it('names its price source, and starts with the exchange’s candles', async () => {
        await vi.waitFor(() => expect(opened.at(-1)?.streams()).toContain('btcusdt@trade'))
        await trade('43000.00')
        const { source, quotes } = await server.ok(quotation)
        expect(source).toBe('live:Binance')
        expect(quotes.map(({ symbol, state, price }) => [symbol, state, price])).toEqual([
          ['BTCUSDT', 'live', '43000.00'],
        ])
        const { token } = await server.person()
        const bars = await server.ok(timeshar, { symbol: 'BTCUSDT', interval: '1m' }, token)
        expect(bars.at(-2)?.slice(1)).toEqual(['42990.00', '43010.00', '42980.00', '43000.00', '1.50000'])
      })

      it('settles options by the record, with valid receipts', async () => {
        const { token } = await server.person()
        const bought = await server.ok(api.submit, order({ direction: 'rise' }), token)
        const other = await server.ok(api.submit, order({ direction: 'fall' }), token)
        await trade('43000.00', 5)
        await trade('43001.00', 30)
        const settled = await server.ok(api.lists, { list: 1 }, token)
        expect(Object.fromEntries(settled.map(({ id, state }) => [id, state]))).toEqual({
          [bought.id]: 'won',
          [other.id]: 'lost',
        })
        for (const { id } of settled) {
          const receipt = await server.ok(api.receipt, { id }, token)
          expect(checkReceipt(receipt, receipt.order.openTick?.hash ?? '', sha256)).toBe('verified')
        }
        expect(await server.ledger()).toEqual([])
      })

      it('refuses options on prices that the exchange stopped sending, and refunds open ones', async () => {
        const { token } = await server.person()
        await trade('43000.00')
        const { id } = await server.ok(api.submit, order(), token)
        await trade('43000.00', 2)
        await server.clock.advance(SILENCE_MS)
        expect(await server.call(api.submit, order(), token)).toMatchObject({ key: 'tradingClosed' })
        await server.clock.advance(35_000)
        const [ended] = await server.ok(api.lists, { list: 1 }, token)
        expect(ended).toMatchObject({ id, state: 'unexpected' })
        expect(await server.ledger()).toEqual([])
      })
    },
    {
      source: async (clock) => {
        const exchange = await startExchange({
          now: clock.now,
          klines: (_, interval, since) =>
            interval === '1m'
              ? [...Array(5).keys()]
                  .map((index) => [clock.now() - (5 - index) * MINUTE_MS, '42990', '43010', '42980', '43000', '1.5'])
                  .filter(([time = 0]) => Number(time) >= since)
              : [],
        })
        opened.push(exchange)
        return liveSource(exchange.exchange, { clock, log: pino({ level: 'silent' }) })
      },
    },
  )
})
