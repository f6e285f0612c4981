import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('what a chart shows is kept on the device for each person, who begins with what the device has', async () => {
  const kept = new Map([['kept.chart', '{"interval":"1h","indicators":["ema"]}']])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  const { changeChartChoices, chartChoices, keepChoicesApart } = await import(
    '../../src/ui/pages/market/chart-choices.ts'
  )
  const person$ = new BehaviorSubject<string | null>(null)
  keepChoicesApart(person$)
  person$.next('ada')
  expect(chartChoices()).toEqual({ interval: '1h', indicators: ['ema'] })
  changeChartChoices({ interval: '1d' })
  person$.next('bob')
  changeChartChoices({ indicators: [] })
  expect(chartChoices()).toEqual({ interval: '1h', indicators: [] })
  person$.next('ada')
  expect(chartChoices()).toEqual({ interval: '1d', indicators: ['ema'] })
  person$.next(null)
  expect(chartChoices()).toEqual({ interval: '1h', indicators: ['ema'] })
})
