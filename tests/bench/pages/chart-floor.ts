import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { candles, grow, HEIGHT, inFrames, panOf } from './candles.ts'

const SPACING = 6

/** Candles on uPlot as its own demo draws them: four series without paths, and a hook that draws bodies and wicks. */
export function start(root: HTMLElement) {
  const source = candles()
  let newest = source.at(-1)
  /** Number, open, high, low and close of each bar. */
  let data: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]

  const drawCandles = (u: uPlot) => {
    const { ctx, bbox } = u
    const [, open, high, low, close] = data
    const [first, last] = u.series[0]?.idxs ?? [0, 0]
    const body = Math.max(1, Math.round((bbox.width / (last - first || 1)) * 0.72))
    ctx.save()
    ctx.beginPath()
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    ctx.clip()
    for (let at = first; at <= last; at++) {
      const [o = 0, h = 0, l = 0, c = 0] = [open[at], high[at], low[at], close[at]]
      const middle = Math.round(u.valToPos(at, 'x', true))
      const [top, bottom] = [Math.round(u.valToPos(h, 'y', true)), Math.round(u.valToPos(l, 'y', true))]
      const [from, to] = [Math.round(u.valToPos(o, 'y', true)), Math.round(u.valToPos(c, 'y', true))]
      ctx.fillStyle = c >= o ? '#12805c' : '#c4372b'
      ctx.fillRect(middle, top, uPlot.pxRatio, bottom - top)
      ctx.fillRect(middle - body / 2, Math.min(from, to), body, Math.max(1, Math.abs(to - from)))
    }
    ctx.restore()
  }
  const series = { paths: () => null, points: { show: false } }
  const width = root.clientWidth
  const shown = width / SPACING
  let end = source.length
  let u: uPlot

  window.chart = {
    mount: () =>
      inFrames(2, (frame) => {
        if (frame > 0) return
        const column = (at: number) => source.map((candle) => Number(candle[at]))
        data = [source.map((_, at) => at), column(1), column(2), column(3), column(4)]
        u = new uPlot(
          {
            width,
            height: HEIGHT,
            legend: { show: false },
            cursor: { show: false },
            scales: { x: { time: false, min: end - shown, max: end } },
            series: [{}, series, series, series, series],
            axes: [{}, { side: 1 }],
            hooks: { draw: [drawCandles] },
          },
          data,
          root,
        )
        root.addEventListener('wheel', ({ deltaX }) => {
          end += deltaX / SPACING
        })
      }),
    run: (frames) =>
      inFrames(frames, (frame) => {
        if (newest) newest = grow(newest, frame)
        data[4][source.length - 1] = Number(newest?.[4])
        root.dispatchEvent(new WheelEvent('wheel', { deltaX: panOf(frame, frames) }))
        u.batch(() => {
          u.setData(data, false)
          u.setScale('x', { min: end - shown, max: end })
        })
      }),
  }
}
