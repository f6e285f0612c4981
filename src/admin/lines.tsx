import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Row } from '../machines/admin/wire.ts'
import css from './lines.module.css'
import { amountWords, labelOf } from './words.ts'

const HEIGHT = 180
/** Columns that are drawn. */
const DRAWN = ['owed', 'new accounts']

/** The figures of days, newest first, as one drawing for each; the table below them has them exactly. */
export const Lines = ({ rows }: { rows: readonly Row[] }) =>
  rows.length < 2 ? null : (
    <div className={css.lines}>
      {DRAWN.map((name) => (
        <figure key={name} className={css.line}>
          <figcaption className={css.caption}>
            {labelOf(name)} <strong>{amountOrCount(rows[0]?.[name])}</strong>
          </figcaption>
          <Line rows={rows} name={name} />
        </figure>
      ))}
    </div>
  )

const amountOrCount = (value: Row[string] | undefined) =>
  typeof value === 'string' ? amountWords(value) : (value ?? 0).toLocaleString('en')

function Line({ rows, name }: { rows: readonly Row[]; name: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return
    const oldest = rows.toReversed()
    const style = getComputedStyle(box)
    const [ink, line, muted] = ['--ink', '--line', '--muted'].map((token) => colourOf(box, token))
    const axis = {
      stroke: muted ?? '',
      grid: { stroke: line ?? '', width: 1 },
      ticks: { show: false },
      font: `12px ${style.fontFamily}`,
    }
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: { y: { range: (_, low, high) => [Math.min(0, low), high === low ? high + 1 : high] } },
        axes: [
          { ...axis, values: (_, days) => days.map((day) => short.day.format(day * 1000)) },
          { ...axis, size: 70, values: (_, values) => values.map((value) => short.figure.format(value)) },
        ],
        series: [{}, { stroke: ink ?? '', width: 1.5, points: { show: oldest.length < 15 } }],
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      },
      // A drawing alone may round.
      [
        oldest.map(({ day }) => Date.parse(String(day)) / 1000),
        oldest.map((row) => Number.parseFloat(String(row[name]))),
      ],
      box,
    )
    const wide = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }))
    wide.observe(box)
    return () => {
      wide.disconnect()
      plot.destroy()
    }
  }, [rows, name])
  return <div ref={place} className={css.place} aria-hidden="true" />
}

const short = {
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  figure: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
}

/** The colour of a token in the current theme, as a canvas takes it. */
function colourOf(box: HTMLElement, token: string): string {
  const before = box.style.color
  box.style.color = `var(${token})`
  const { color } = getComputedStyle(box)
  box.style.color = before
  return color
}
