import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Observable } from 'rxjs'
import type { ChartInterval } from '../../rules/market/intervals.ts'
import { formatPercent, zoneShown } from '../format/format.ts'
import { useLabels } from '../i18n/index.ts'
import { AsOf } from '../lists/as-of.tsx'
import { Icon } from '../parts/marks/icons.tsx'
import { Failure, Skeleton } from '../parts/page/states.tsx'
import { createCandlePlot } from './candle-plot.ts'
import type { Bar, CandlePlot, Move } from './candle-plot-types.ts'
import css from './chart.module.css'
import type { Pointed } from './crosshair.ts'
import type { Drawn, DrawnKind } from './drawn.ts'
import type { Said, Spot } from './grips.ts'
import type { IndicatorKey } from './indicators.ts'
import { createLabels } from './labels.ts'
import { heightsOf, panelsOf } from './layout.ts'
import type { Deal, Level, Position } from './positions.ts'
import { type CandlesState, nextStatus, type Status } from './status.ts'
import type { StopName, Stops } from './stop-grips.ts'

/** Commands of a page to its chart. */
export type ChartHandle = {
  /** Draws a new line in the middle of the view. */
  draw(kind: DrawnKind, id: string): void
}

export type ChartProps = {
  ref?: Ref<ChartHandle> | undefined
  /** Keep it stable between renders. */
  candles$: Observable<CandlesState>
  interval: ChartInterval
  /** The name of the instrument: `BTC/USDT`. */
  name: string
  /** Decimals of a price. */
  scale: number
  /** Open positions, most important first. Keep it stable between renders. */
  positions$?: Observable<readonly Position[]> | undefined
  /** Fills. Keep it stable between renders. */
  deals$?: Observable<readonly Deal[]> | undefined
  /** The result of a position's stop at a price, with the instrument's decimals. */
  sayStop?: ((id: string, name: StopName, price: string) => Said) | undefined
  /** A stop was dropped at a price. */
  onStop?: ((id: string, name: StopName, price: string) => void) | undefined
  /** The drawn lines. */
  drawn?: readonly Drawn[] | undefined
  /** A line was drawn or moved. */
  onDrawn?: ((line: Drawn) => void) | undefined
  /** A line was removed. */
  onErased?: ((id: string) => void) | undefined
  /** Keep it stable between renders. */
  indicators: readonly IndicatorKey[]
  /** The view is near the oldest bar. */
  onOlder?: (() => void) | undefined
}

const moves: Record<string, Move> = {
  ArrowLeft: 'older',
  ArrowRight: 'newer',
  Home: 'oldest',
  End: 'newest',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  _: 'zoomOut',
  Escape: 'unpoint',
}
/** Bars already loaded are drawn at once: a skeleton would flash for one frame. */
const nothingYet = { type: null, stale: false, asOf: undefined, sum: null }
/** The side of a position, and of an option. */
const waitsOf = { limit: 'waits', stop: 'waitsStop' } as const

const sideOf = {
  held: { rise: 'lever.direction.long', fall: 'lever.direction.short' },
  timed: { rise: 'orders.direction.rise', fall: 'orders.direction.fall' },
} as const
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** A chart of candles or ticks: drag, pinch, long press; arrows, plus, minus and Enter on a keyboard; a summary for screen readers. */
export function Chart(props: ChartProps) {
  const { ref, candles$, positions$, deals$, drawn, interval, name, scale, indicators } = props
  const { t, lang } = useLabels()
  const hintId = useId()
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<CandlePlot | null>(null)
  const latest = useRef(props)
  const [newestInSight, setNewestInSight] = useState(true)
  const [reading, setReading] = useState('')
  const [status, setStatus] = useState<Status | null>(null)
  const { type, stale, asOf, sum } = status ?? nothingYet
  const shown = useRef(status)
  const zone = zoneShown()
  const labels = useMemo(() => createLabels({ lang, scale, interval, zone }), [lang, scale, interval, zone])
  const rowsOf = useMemo(
    () =>
      (bar: Bar): Pointed['rows'] => {
        if (interval === 'tick') return [[t('price.label'), labels.price(bar.close)]]
        return [
          [t('chart.open'), labels.price(bar.open)],
          [t('chart.high'), labels.price(bar.high)],
          [t('chart.low'), labels.price(bar.low)],
          [t('chart.close'), labels.price(bar.close)],
          [t('chart.volume'), labels.volume(bar.volume)],
        ]
      },
    [t, labels, interval],
  )
  const words = useMemo(
    () => ({
      entry: ({ due, direction, size = '' }: Position) =>
        `${t(sideOf[due === null ? 'held' : 'timed'][direction])} ${size}`.trim(),
      waits: ({ direction, rests = 'limit', size = '' }: Position) =>
        `${t(`chart.${waitsOf[rests]}.${direction}`)} ${size}`.trim(),
      tag: (name: Level['name']) => t(`lever.line.${name}`),
      more: (count: number) => t('chart.more', { count }),
      distance: (percent: number) => formatPercent(percent.toFixed(2), lang, { sign: true }),
      ends: (time: number) => t('chart.ends', { time: labels.second(time) }),
      level: (name: Level['name'], price: number) => t(`chart.${name}`, { price: labels.price(price) }),
    }),
    [t, lang, labels],
  )
  const stops = useMemo<Stops>(
    () => ({
      label: (name) => t(`chart.grip.${name}`),
      rest: (position, name, price) =>
        name === 'entry'
          ? `${words.entry(position)} · ${labels.price(price)}`
          : [words.level(name, price), position.net?.(price)].filter(Boolean).join(' · '),
      say: (id, name, price) => {
        const { text = '', wrong = false } = latest.current.sayStop?.(id, name, price.toFixed(scale)) ?? {}
        return { text: [words.level(name, price), text].filter(Boolean).join(' · '), wrong }
      },
      ask: (id, name, price) => latest.current.onStop?.(id, name, price.toFixed(scale)),
    }),
    [t, words, labels, scale],
  )
  const drawing = useMemo(
    () => ({
      label: (end: 'level' | 'from' | 'to') => t(`chart.grip.${end}`),
      say: ({ price }: Spot) => labels.price(price),
    }),
    [t, labels],
  )
  const settings = useMemo(
    () => ({ interval, labels, indicators, words, rowsOf, stops, drawing }),
    [interval, labels, indicators, words, rowsOf, stops, drawing],
  )
  const initial = useRef(settings)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return
    const made = createCandlePlot({
      ...initial.current,
      host: host.current,
      needOlder: () => latest.current.onOlder?.(),
      newestInSight: setNewestInSight,
      drew: (line) => latest.current.onDrawn?.(line),
      erase: (id) => latest.current.onErased?.(id),
    })
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [])

  useEffect(() => plot.current?.configure(settings), [settings])

  useEffect(() => {
    if (drawn) plot.current?.setDrawn(drawn)
  }, [drawn])

  useImperativeHandle(ref, () => ({ draw: (kind, id) => plot.current?.draw(kind, id) }), [])

  useEffect(() => {
    const listening = candles$.subscribe((state) => {
      plot.current?.setBars(state.bars, state.newest)
      const next = nextStatus(shown.current, state)
      if (next !== shown.current) setStatus(next)
      shown.current = next
    })
    return () => listening.unsubscribe()
  }, [candles$])

  useEffect(() => {
    const listening = positions$?.subscribe((positions) => plot.current?.setPositions(positions))
    return () => listening?.unsubscribe()
  }, [positions$])

  useEffect(() => {
    const listening = deals$?.subscribe((deals) => plot.current?.setDeals(deals))
    return () => listening?.unsubscribe()
  }, [deals$])

  const read = (bar: Bar | null | undefined) =>
    setReading(bar ? [labels.moment(bar.time), ...rowsOf(bar).flat()].join(' ') : '')

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]
    const move = moves[event.key]
    if (event.key === 'Enter') read(plot.current?.pointBy(0))
    else if (step !== undefined && plot.current?.isPointing()) read(plot.current.pointBy(step))
    else if (move) plot.current?.move(move)
    else return
    event.preventDefault()
  }

  const inWords =
    sum &&
    t('chart.summary', {
      name,
      last: labels.price(sum.last),
      high: labels.price(sum.high),
      low: labels.price(sum.low),
      since: labels.moment(sum.since),
    })
  const { panels, belowPrices } = heightsOf(panelsOf(interval, indicators))
  const style = { '--panels': `${panels}px`, '--below-prices': `${belowPrices}px` } as CSSProperties
  return (
    <div className={css.chart} style={style}>
      <div
        ref={host}
        className={css.plot}
        role="application"
        aria-roledescription={t('chart.role')}
        aria-label={inWords ?? name}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
        tabIndex={0}
        data-stale={stale || undefined}
        onKeyDown={press}
      />
      <p id={hintId} className="visually-hidden">
        {t('chart.keys')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {reading}
      </p>
      <p className={css.asOf}>
        <AsOf at={asOf} />
        {type === 'error' && sum && (
          <span className="as-of" role="status">
            {t('chart.noHistory')}
          </span>
        )}
      </p>
      {!newestInSight && sum && (
        <button
          type="button"
          className={css.newest}
          aria-label={t('chart.newest')}
          onClick={() => plot.current?.move('newest')}
        >
          <Icon name="forward" />
        </button>
      )}
      {!sum && (
        <div className={css.state}>
          {type === 'loading' && <Skeleton shapes={['chart']} />}
          {type === 'error' && <Failure title={t('chart.failed')} text={t('chart.failedHint')} />}
          {type === 'bars' && <p className="muted">{t('chart.empty')}</p>}
        </div>
      )}
    </div>
  )
}
