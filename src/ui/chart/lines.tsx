import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Lang } from '../../api/wire/fields.ts'
import { bcp47, formatCompact, zoneShown } from '../format/format.ts'
import { useLabels } from '../i18n/index.ts'
import css from './lines.module.css'
import { type Palette, readPalette, watchPalette } from './palette.ts'

export type LinesProps = {
  /** A description for screen readers: the figures are next to it. */
  label: string
  /** In seconds since the epoch, ascending. */
  times: readonly number[]
  /** The first is the subject, the others are compared with it: one value per time. Keep both stable between renders. */
  lines: readonly { name: string; values: readonly number[] }[]
}

const DAY_SECONDS = 86_400
const AXIS = 24
const DASH = [5, 4]

/** A line chart over time by uPlot, with a legend. */
export function Lines({ label, times, lines }: LinesProps) {
  const { lang } = useLabels()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const draw = () => plotOf(element, { times, lines, lang })
    let plot = draw()
    const unwatch = watchPalette(() => {
      plot.destroy()
      plot = draw()
    })
    const sizes = new ResizeObserver(() => plot.setSize(sizeOf(element)))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      unwatch()
      plot.destroy()
    }
  }, [times, lines, lang])
  return (
    <div className={css.lines}>
      <div ref={host} className={css.host} role="img" aria-label={label} />
      <ul className={css.names}>
        {lines.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  )
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(clientWidth, 1),
  height: Math.max(clientHeight, 1),
})

type Drawn = Pick<LinesProps, 'times' | 'lines'> & { lang: Lang }

function plotOf(host: HTMLElement, { times, lines, lang }: Drawn): uPlot {
  const palette = readPalette(host)
  const axis = { stroke: palette.muted, font: `12px ${palette.fontFamily}`, ticks: { show: false } }
  return new uPlot(
    {
      ...sizeOf(host),
      padding: [8, 0, 0, AXIS / 2],
      legend: { show: false },
      cursor: { show: false },
      series: [{}, ...lines.map((_, at) => styleOf(palette, at))],
      axes: [
        { ...axis, size: AXIS, grid: { show: false }, space: 72, values: (_, at) => at.map(timeNames(times, lang)) },
        {
          ...axis,
          side: 1,
          grid: { stroke: palette.line, width: 1 },
          values: (_, at) => at.map((value) => formatCompact(String(value), lang)),
        },
      ],
    },
    [[...times], ...lines.map(({ values }) => [...values])],
    host,
  )
}

/** Distinguishable without colour: the compared lines are dashed. */
const styleOf = ({ accent, muted }: Palette, at: number): uPlot.Series => ({
  stroke: at === 0 ? accent : muted,
  width: at === 0 ? 2 : 1.5,
  ...(at === 0 ? {} : { dash: DASH }),
  points: { show: false },
})

/** A time label: its day, or its hour if the plot spans a day or two. */
function timeNames(times: readonly number[], lang: Lang): (seconds: number) => string {
  const long = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * DAY_SECONDS
  const names = new Intl.DateTimeFormat(bcp47(lang), {
    ...(long ? { month: 'numeric', day: 'numeric' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    timeZone: zoneShown(),
  })
  return (seconds) => names.format(seconds * 1_000)
}
