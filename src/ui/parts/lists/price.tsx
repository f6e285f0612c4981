import { useRef, useState } from 'react'
import type { Observable } from 'rxjs'
import { changePercent, differAt, directionOf, formatPercent, formatPrice, moveOf } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { peek, useBind, writeText } from '../bind.ts'
import { cx } from '../cx.ts'
import css from './price.module.css'

/** The part of a quote for a live price. `fresh`: it is known to be the newest. */
export type PriceQuote = { price: string; fresh: boolean }

/** Additional fields for a live change. */
export type ChangeQuote = PriceQuote & { open24h: string }

/**
 * The changed digits return to the colour of the others in this many steps. A step is due after STEP_MS, and happens when
 * the next price is written, so that the browser paints no frame for it alone; without a price, LATE_MS later.
 */
const STEPS = 4
const STEP_MS = 120
const LATE_MS = 50
let still: MediaQueryList | undefined

/** Checked for each price, so the media query is created once. */
function isStill(): boolean {
  still ??= matchMedia('(prefers-reduced-motion: reduce)')
  return still.matches
}

const coloured = new Set<HTMLElement>()
let fading: { timer: number; stepAt: number } | undefined

/**
 * Briefly colours the changed digits. All prices fade together, by steps: an animation of each would take as long again as all else that a
 * tick costs.
 */
function colour(price: HTMLElement, way: 'rise' | 'fall'): void {
  price.dataset.way = way
  price.dataset.step = String(STEPS)
  coloured.add(price)
  fading ??= awaitStep()
}

const awaitStep = () => ({
  timer: window.setTimeout(fade, STEP_MS + LATE_MS),
  stepAt: performance.now() + STEP_MS,
})

function fade(): void {
  window.clearTimeout(fading?.timer)
  for (const price of coloured) {
    const { step = '0' } = price.dataset
    if (step === '0') coloured.delete(price)
    else if (step === '1') delete price.dataset.step
    else price.dataset.step = String(Number(step) - 1)
  }
  fading = coloured.size > 0 ? awaitStep() : undefined
}

export type PriceProps = {
  quote$: Observable<PriceQuote>
  /** Decimals of the instrument's price. */
  scale: number
  className?: string | undefined
}

/** The initial text of an element before its stream writes into it. Fixed: React must not change it again. */
function useFirst<Q extends PriceQuote, V>(quote$: Observable<Q>, viewOf: (quote: Q) => V): V | undefined {
  const [first] = useState(() => {
    const quote = peek(quote$)
    return quote && viewOf(quote)
  })
  return first
}

/**
 * A live price. It is written without React, changed digits briefly take the colour of the move, and it is
 * dimmed while it is not fresh.
 */
export function Price({ quote$, scale, className }: PriceProps) {
  const { lang } = useLabels()
  const shown = useRef<string | undefined>(undefined)
  const ref = useBind<PriceQuote, HTMLSpanElement>(quote$, (element, { price, fresh }) => {
    const text = formatPrice(price, scale, lang)
    if (element.dataset.fresh !== String(fresh)) element.dataset.fresh = String(fresh)
    const before = shown.current
    shown.current = price
    if (fading && performance.now() >= fading.stepAt) fade()
    const [same, changed] = element.children
    const written = element.textContent ?? ''
    if (written === text || !same || !changed) return
    const direction = before === undefined ? 'flat' : moveOf(before, price)
    const isFading = coloured.has(element)
    // A running fade continues with the new digits. Between two fades there is a step without colour: more than three
    // flashes a second can harm some people.
    const from = differAt(written, text)
    const at = isFading ? Math.min(from, same.textContent?.length ?? 0) : from
    writeText(same, text.slice(0, at))
    writeText(changed, text.slice(at))
    if (!fresh || direction === 'flat' || isFading || isStill()) return
    colour(element, direction === 'up' ? 'rise' : 'fall')
  })
  const first = useFirst(quote$, ({ price, fresh }) => ({ text: formatPrice(price, scale, lang), fresh }))
  return (
    <span ref={ref} className={cx(css.price, className)} data-fresh={first?.fresh}>
      <span>{first?.text}</span>
      <span className={css.changed} />
    </span>
  )
}

const Arrow = () => (
  <svg className={css.arrow} viewBox="0 0 10 10" aria-hidden="true">
    <path d="M5 1 9.5 9h-9z" />
  </svg>
)

type ChangeLook = {
  /** An arrow before the figure, for a figure without context. The sign is always shown. */
  arrow?: boolean
  className?: string | undefined
}

/** A change in percent, such as `2.14`: with sign and colour. */
export function Change({ percent, arrow = false, className }: ChangeLook & { percent: string }) {
  const { lang } = useLabels()
  return (
    <span className={cx(css.change, className)} data-direction={directionOf(percent)}>
      {arrow && <Arrow />}
      {formatPercent(percent, lang, { sign: true })}
    </span>
  )
}

/** A quote's live 24-hour change, written without React. */
export function LiveChange({ quote$, arrow = false, className }: ChangeLook & { quote$: Observable<ChangeQuote> }) {
  const { lang } = useLabels()
  const viewOf = ({ price, open24h, fresh }: ChangeQuote) => {
    const percent = changePercent(open24h, price)
    return { text: formatPercent(percent, lang, { sign: true }), direction: directionOf(percent), fresh }
  }
  const first = useFirst(quote$, viewOf)
  const ref = useBind<ChangeQuote, HTMLSpanElement>(quote$, (element, quote) => {
    const { text, direction, fresh } = viewOf(quote)
    if (element.dataset.fresh !== String(fresh)) element.dataset.fresh = String(fresh)
    if (element.dataset.direction !== direction) element.dataset.direction = direction
    const figure = element.lastElementChild
    if (figure) writeText(figure, text)
  })
  const { text, direction = 'flat', fresh } = first ?? {}
  return (
    <span ref={ref} className={cx(css.change, className)} data-direction={direction} data-fresh={fresh}>
      {arrow && <Arrow />}
      <span className={css.figure}>{text}</span>
    </span>
  )
}

export type SparkProps = {
  /** Decimals, oldest first. */
  values: readonly string[]
  /** Of the change next to it, so that both always have the same colour; otherwise that of the values. */
  quote$?: Observable<ChangeQuote> | undefined
}

const WIDTH = 52
const HEIGHT = 24

/** A sparkline of a price. Its row has the figures, so it is hidden from screen readers. */
export function Spark({ values, quote$ }: SparkProps) {
  // A few pixels high: only here a float is precise enough.
  const numbers = values.map(Number).filter(Number.isFinite)
  const low = Math.min(...numbers)
  const range = Math.max(...numbers) - low || 1
  const step = WIDTH / Math.max(1, numbers.length - 1)
  const points = numbers.map(
    (value, at) => `${(at * step).toFixed(1)},${((1 - (value - low) / range) * HEIGHT).toFixed(1)}`,
  )
  const wayOf = ({ open24h, price }: ChangeQuote) => directionOf(changePercent(open24h, price))
  const ref = useBind<ChangeQuote, SVGSVGElement>(quote$, (svg, quote) => {
    const way = wayOf(quote)
    if (svg.dataset.direction !== way) svg.dataset.direction = way
  })
  const [first] = useState(() => quote$ && peek(quote$))
  const own = { open24h: values[0] ?? '0', price: values.at(-1) ?? '0', fresh: true }
  return (
    <svg
      ref={ref}
      className={css.spark}
      width={WIDTH}
      height={HEIGHT}
      data-direction={wayOf(first ?? own)}
      aria-hidden="true"
    >
      {points.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  )
}
