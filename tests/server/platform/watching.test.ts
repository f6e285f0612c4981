import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createWatching } from '../../../server/platform/socket/watching.ts'
import type { ServerFrame, TradeDelta } from '../../../src/api/wire/frames.ts'

const trade = (number: number): TradeDelta => [number, 1, '2.00', '0.1', 'buy']
const frame = (...numbers: number[]): ServerFrame => ({
  ...{ type: 'trades', symbol: 'BTCUSDT', trades: numbers.map(trade) },
})

function setUp() {
  const told: [watcher: string, frame: ServerFrame][] = []
  const slow = new Set<string>()
  const watching = createWatching<string>(
    { log: pino({ level: 'silent' }) },
    {
      ticks: async (symbol) => ({
        ...{ previousHash: null, ticks: [{ symbol, seq: 1, time: 1, price: '2.00', hash: 'ab' }] },
      }),
      trades: (symbol) => (symbol === 'BTCUSDT' ? [trade(1), trade(2)] : undefined),
      send: (watcher, frame) => told.push([watcher, frame]),
      keepsUp: (watcher) => !slow.has(watcher),
    },
  )
  return { told, slow, watching }
}

it('sends the newest trades before any tick, then each to watchers that keep up', async () => {
  const { told, slow, watching } = setUp()
  for (const watcher of ['one', 'other']) await watching.watch(watcher, 'BTCUSDT')
  expect(told.filter(([watcher]) => watcher === 'one').map(([, { type }]) => type)).toEqual(['trades', 'ticks'])
  expect(told[0]).toEqual(['one', frame(1, 2)])
  told.length = 0
  slow.add('other')
  watching.onTrades({ symbol: 'BTCUSDT', trades: [trade(3)] })
  watching.onTrades({ symbol: 'ETHUSDT', trades: [trade(3)] })
  expect(told).toEqual([['one', frame(3)]])
  await watching.watch('one', null)
  watching.onTrades({ symbol: 'BTCUSDT', trades: [trade(4)] })
  expect(told).toHaveLength(1)
})

it('watching: sends no trades of a symbol without trades from its source', async () => {
  const { told, watching } = setUp()
  await watching.watch('one', 'ETHUSDT')
  expect(told.map(([, { type }]) => type)).toEqual(['ticks'])
})
