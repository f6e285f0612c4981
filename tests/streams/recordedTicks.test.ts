import { BehaviorSubject, Subject } from 'rxjs'
import { expect, it } from 'vitest'
import type { ClientFrame, ServerFrame, TickDelta } from '../../src/api/wire/frames.ts'
import { createRecordedTicks } from '../../src/streams/recordedTicks.ts'
import type { SocketState } from '../../src/streams/socket.ts'

const tick = (seq: number): TickDelta => [seq, seq * 1_000, `${seq}.00`, `hash-${seq}`]
const from = (first: number, last: number): ServerFrame => ({
  type: 'ticks',
  symbol: 'BTCUSDT',
  previousHash: `hash-${first - 1}`,
  ticks: Array.from({ length: last - first + 1 }, (_, index) => tick(first + index)),
})

function setUp() {
  const state$ = new BehaviorSubject<SocketState>({ type: 'connected', attempt: 0 })
  const frames$ = new Subject<ServerFrame>()
  const sent: ClientFrame[] = []
  const send = (frame: ClientFrame) => sent.push(frame) > 0
  const seen$ = new BehaviorSubject(true)
  const ticks$ = createRecordedTicks({ state$, frames$, send }, seen$).ticks$('BTCUSDT')
  const seen: number[][] = []
  const listening = ticks$.subscribe((ticks) => seen.push(ticks.map(({ seq }) => seq)))
  return { state$, frames$, seen$, sent, ticks$, seen, listening }
}
const watch = (symbol: string | null) => ({ type: 'watch', symbol })

it('asks for a symbol, keeps the newest twenty ticks, and ends it with the last who looks', () => {
  const { frames$, sent, ticks$, seen, listening } = setUp()
  frames$.next(from(1, 20))
  frames$.next(from(21, 22))
  frames$.next({ ...from(900, 901), symbol: 'ETHUSDT' } as ServerFrame)
  expect(seen.at(-1)).toEqual(Array.from({ length: 20 }, (_, index) => index + 3))
  const late: number[] = []
  ticks$.subscribe((ticks) => late.push(ticks.length)).unsubscribe()
  expect([late, sent]).toEqual([[20], [watch('BTCUSDT')]])
  listening.unsubscribe()
  expect(sent).toEqual([watch('BTCUSDT'), watch(null)])
})

it('accepts a tick once, however often it arrives, and none that is older', () => {
  const { frames$, seen, sent } = setUp()
  frames$.next(from(5, 6))
  frames$.next(from(5, 7))
  frames$.next(from(6, 7))
  frames$.next(from(4, 5))
  expect(seen.at(-1)).toEqual([5, 6, 7])
  expect(sent).toHaveLength(1)
})

it('recorded ticks: shows the newest one after a gap at once, and fetches the missed ones', () => {
  const { frames$, seen, sent } = setUp()
  frames$.next(from(1, 3))
  frames$.next(from(6, 6))
  expect([seen.at(-1), sent]).toEqual([[6], [watch('BTCUSDT'), watch('BTCUSDT')]])
  frames$.next(from(2, 6))
  frames$.next(from(7, 7))
  expect([seen.at(-1), sent.length]).toEqual([[2, 3, 4, 5, 6, 7], 2])
})

it('recorded ticks: asks again on each connection', () => {
  const { state$, frames$, seen, sent } = setUp()
  frames$.next(from(1, 3))
  state$.next({ type: 'waiting', attempt: 1, retryAt: 0 })
  state$.next({ type: 'connected', attempt: 0 })
  expect(sent).toEqual([watch('BTCUSDT'), watch('BTCUSDT')])
  frames$.next(from(2, 5))
  expect(seen.at(-1)).toEqual([1, 2, 3, 4, 5])
})

it('recorded ticks: are not sent while nobody sees the page, also after a new connection', () => {
  const { state$, seen$, sent } = setUp()
  seen$.next(false)
  state$.next({ type: 'waiting', attempt: 1, retryAt: 0 })
  state$.next({ type: 'connected', attempt: 0 })
  seen$.next(true)
  expect(sent).toEqual([watch('BTCUSDT'), watch(null), watch(null), watch('BTCUSDT')])
})
