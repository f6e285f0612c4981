import { BehaviorSubject, Subject } from 'rxjs'
import { expect, it } from 'vitest'
import type { ClientFrame, ServerFrame, TradeDelta } from '../../src/api/wire/frames.ts'
import { createRecordedTicks } from '../../src/streams/recordedTicks.ts'
import type { SocketState } from '../../src/streams/socket.ts'
import { createTapes, type Tape } from '../../src/streams/tapes.ts'

const hash = (seq: number) => String(seq).padStart(64, '0')
const ticks = (first: number, last: number): ServerFrame => ({
  type: 'ticks',
  symbol: 'BTCUSDT',
  previousHash: hash(first - 1),
  ticks: Array.from({ length: last - first + 1 }, (_, at) => [first + at, first + at, '43000.00', hash(first + at)]),
})
const trade = (number: number): TradeDelta => [number, number, '43000.00', '0.10000', 'sell']
const trades = (first: number, last: number, symbol = 'BTCUSDT'): ServerFrame => ({
  ...{ type: 'trades', symbol },
  trades: Array.from({ length: last - first + 1 }, (_, at) => trade(first + at)),
})

function setUp() {
  const state$ = new BehaviorSubject<SocketState>({ type: 'connected', attempt: 0 })
  const frames$ = new Subject<ServerFrame>()
  const sent: ClientFrame[] = []
  const socket = { state$, frames$, send: (frame: ClientFrame) => sent.push(frame) > 0 }
  const seen: Tape[] = []
  const listening = createTapes(socket, createRecordedTicks(socket))
    .tape$('BTCUSDT')
    .subscribe((tape) => seen.push(tape))
  const last = () => {
    const tape = seen.at(-1)
    return tape && [tape.isLoaded, tape.trades.map(({ number }) => number)]
  }
  return { frames$, sent, seen, last, listening }
}
const watch = (symbol: string | null) => ({ type: 'watch', symbol })

it('tapes: follows from the recorded ticks where the server tells no trades', () => {
  const { frames$, sent, last, listening } = setUp()
  frames$.next(ticks(1, 3))
  frames$.next(ticks(4, 4))
  expect(last()).toEqual([false, [2, 3, 4]])
  listening.unsubscribe()
  expect(sent).toEqual([watch('BTCUSDT'), watch(null)])
})

it('tapes: is of what the server tells where it tells trades, and of no tick then', () => {
  const { frames$, seen, last } = setUp()
  frames$.next({ type: 'trades', symbol: 'BTCUSDT', trades: [] })
  expect(last()).toEqual([true, []])
  frames$.next(ticks(1, 20))
  expect(seen).toHaveLength(1)
  frames$.next(trades(5, 6))
  frames$.next(trades(1, 9, 'ETHUSDT'))
  frames$.next(trades(7, 7))
  expect(last()).toEqual([true, [5, 6, 7]])
  expect(seen.at(-1)?.trades[0]).toEqual({ number: 5, time: 5, price: '43000.00', quantity: '0.10000', side: 'sell' })
  frames$.next(trades(8, 27))
  frames$.next(trades(28, 28))
  expect(last()).toEqual([true, Array.from({ length: 20 }, (_, at) => 9 + at)])
})

it('tapes: takes a trade once, shows the newest after a gap at once, and fetches the missed ones', () => {
  const { frames$, sent, last } = setUp()
  frames$.next(trades(5, 6))
  frames$.next(trades(5, 7))
  frames$.next(trades(6, 6))
  expect([last(), sent.length]).toEqual([[true, [5, 6, 7]], 1])
  frames$.next(trades(10, 10))
  expect([last(), sent]).toEqual([
    [true, [10]],
    [watch('BTCUSDT'), watch('BTCUSDT')],
  ])
  frames$.next(trades(6, 10))
  frames$.next(trades(11, 11))
  expect([last(), sent.length]).toEqual([[true, [6, 7, 8, 9, 10, 11]], 2])
})
