import { formatAmount, formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import css from './net-worth.module.css'

const [WIDTH, HEIGHT] = [300, 64]

/** The equity over time as a line, from lowest to highest, with its beginning dotted. Drawn with floats; no figure is derived from them. */
export function Line({ points }: { points: readonly [at: number, value: string][] }) {
  const { t, lang } = useLabels()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const values = points.map(([, value]) => Number(value))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => (((at - first[0]) / (last[0] - first[0] || 1)) * WIDTH).toFixed(1)
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1)
  const start = y(Number(first[1]))
  return (
    <svg
      className={css.svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('wallet.line', {
        since: formatTime(first[0]),
        from: formatAmount(first[1], 'balance', 'USDT', lang),
        to: formatAmount(last[1], 'balance', 'USDT', lang),
      })}
    >
      <path className={css.start} d={`M0 ${start}H${WIDTH}`} vectorEffect="non-scaling-stroke" />
      <polyline
        points={points.map(([at], place) => `${x(at)},${y(values[place] ?? low)}`).join(' ')}
        vectorEffect="non-scaling-stroke"
      />
      <path className={css.end} d={`M${WIDTH} ${y(Number(last[1]))}h0`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
