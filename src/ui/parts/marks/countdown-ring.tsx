import { useMemo } from 'react'
import { useLabels } from '../../i18n/index.ts'
import { useBind, writeText } from '../bind.ts'
import { cx } from '../cx.ts'
import { secondsLeft } from './countdown.ts'
import css from './countdown-ring.module.css'

export type CountdownRingProps = {
  /** Start and end, in ms since the epoch by the server's clock. */
  from: number
  until: number
  /** The server's clock, in ms since the epoch. Keep it stable between renders. */
  serverNow: () => number
  large?: boolean
  /** The content for a number of seconds; by default the number. */
  figure?: (left: number) => string
  /** The connection is down: the outcome is unknown after its time. */
  unheard?: boolean
}

/** The remaining time, as a ring that empties. It changes every second, and is read out only on request. */
export function CountdownRing(props: CountdownRingProps) {
  const { from, until, serverNow, large = false, figure: say = String, unheard = false } = props
  const { t } = useLabels()
  const left$ = useMemo(() => secondsLeft(until, serverNow), [until, serverNow])
  const ref = useBind<number, HTMLDivElement>(left$, (element, left) => {
    const figure = element.lastElementChild
    const arc = element.querySelector<SVGCircleElement>('[data-arc]')
    const words =
      left > 0 ? t('countdown.left', { count: left }) : t(unheard ? 'countdown.unheard' : 'countdown.settling')
    element.setAttribute('aria-label', words)
    if (figure) writeText(figure, left > 0 ? say(left) : unheard ? '?' : '…')
    const gone = 1 - left / Math.max(1, (until - from) / 1000)
    if (arc) arc.style.strokeDashoffset = String(Math.min(1, Math.max(0, gone)) * 100)
  })
  return (
    <div ref={ref} className={cx(css.ring, large && css.large)} role="timer" aria-live="off">
      <svg className={css.svg} viewBox="0 0 40 40" aria-hidden="true">
        <circle className={css.track} cx="20" cy="20" r="18" />
        <circle className={css.left} data-arc="" cx="20" cy="20" r="18" pathLength="100" />
      </svg>
      <span className={css.figure} aria-hidden="true" />
    </div>
  )
}
