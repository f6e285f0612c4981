import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { BehaviorSubject } from 'rxjs'
import { Chart } from '../../../src/ui/chart/chart.tsx'
import type { IndicatorKey } from '../../../src/ui/chart/indicators.ts'
import type { CandlesState } from '../../../src/ui/chart/status.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { Skeleton } from '../../../src/ui/parts/page/states.tsx'
import { BARS, BARS_MANY, candles, grow, inFrames, panOf } from './candles.ts'

/** The app's own chart; `?ma` adds the default moving averages, `?many` bars. */
export async function start(root: HTMLElement) {
  await startI18n()
  const indicators: readonly IndicatorKey[] = location.search === '?ma' ? ['ma'] : []
  const all = candles(location.search === '?many' ? BARS_MANY : BARS)
  const bars = all.slice(0, -1)
  let newest = all.at(-1)
  const app = createRoot(root)
  // In the app a page renders before its chart: React is warm by then.
  flushSync(() => app.render(<Skeleton shapes={['chart']} />))
  const candles$ = new BehaviorSubject<CandlesState>({ type: 'bars', bars, newest, stale: false })
  window.chart = {
    mount: () =>
      inFrames(2, (frame) => {
        if (frame > 0) return
        const chart = <Chart candles$={candles$} interval="5m" name="BTC/USDT" scale={2} indicators={indicators} />
        flushSync(() => app.render(chart))
      }),
    run: (frames) => {
      const host = root.querySelector('[role="application"]')
      return inFrames(frames, (frame) => {
        if (newest) newest = grow(newest, frame)
        candles$.next({ type: 'bars', bars, newest, stale: false })
        host?.dispatchEvent(new WheelEvent('wheel', { deltaX: panOf(frame, frames) }))
      })
    },
  }
}
