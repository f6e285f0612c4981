import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { DRAWN_MAX, type Drawn, drawnGrips } from '../../src/ui/chart/drawn.ts'
import { createDrawnLines } from '../../src/ui/pages/market/drawn-lines.ts'

const level: Drawn = { id: 'a', kind: 'level', price: 10 }
const trend: Drawn = { id: 'b', kind: 'trend', from: { price: 10, time: 100 }, to: { price: 12, time: 200 } }

afterEach(() => vi.unstubAllGlobals())

function onDevice() {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  })
  return items
}

it('chart drawn: a level is moved by its one knob, a line between two places by the end that is held', () => {
  const moved: Drawn[] = []
  const removed: string[] = []
  const [flat, from, to] = drawnGrips([level, trend], {
    label: (end) => end,
    say: ({ price }) => String(price),
    moved: () => {},
    put: (line) => moved.push(line),
    remove: (id) => removed.push(id),
  })
  flat?.put({ price: 11, time: null })
  from?.put({ price: 9, time: 90 })
  to?.put({ price: 13, time: 210 })
  expect(moved).toEqual([
    { ...level, price: 11 },
    { ...trend, from: { price: 9, time: 90 } },
    { ...trend, to: { price: 13, time: 210 } },
  ])
  to?.removed?.()
  expect(removed).toEqual(['b'])
})

it('chart drawn: lines are kept on the device for each person, apart from those of a guest, and for each market', () => {
  const kept = onDevice()
  const person$ = new BehaviorSubject<string | null>(null)
  const lines = createDrawnLines(person$)
  let seen: readonly Drawn[] = []
  lines.of('BTCUSDT').subscribe((now) => {
    seen = now
  })
  lines.put('BTCUSDT', level)
  lines.put('ETHUSDT', trend)
  expect(seen).toEqual([level])
  person$.next('ada')
  expect(seen).toEqual([])
  lines.put('BTCUSDT', trend)
  lines.put('BTCUSDT', { ...trend, to: { price: 1, time: 2 } })
  expect(seen).toEqual([{ ...trend, to: { price: 1, time: 2 } }])
  person$.next(null)
  expect(seen).toEqual([level])
  let again: readonly Drawn[] = []
  createDrawnLines(new BehaviorSubject('ada'))
    .of('BTCUSDT')
    .subscribe((now) => {
      again = now
    })
  expect(again).toEqual([{ ...trend, to: { price: 1, time: 2 } }])
  lines.remove('BTCUSDT', level.id)
  lines.remove('ETHUSDT', trend.id)
  expect([...kept.keys()]).toEqual(['kept.lines.ada'])
})

it('a chart takes twenty lines', () => {
  onDevice()
  const lines = createDrawnLines(new BehaviorSubject(null))
  let seen: readonly Drawn[] = []
  lines.of('BTCUSDT').subscribe((now) => {
    seen = now
  })
  for (let index = 0; index < 21; index++) lines.put('BTCUSDT', { ...level, id: String(index) })
  expect([DRAWN_MAX, seen.length]).toEqual([20, 20])
  lines.put('BTCUSDT', { ...level, id: '3', price: 5 })
  expect(seen[3]).toEqual({ ...level, id: '3', price: 5 })
})
