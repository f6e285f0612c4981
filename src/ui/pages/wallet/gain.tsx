import type { Observable } from 'rxjs'
import type { History } from '../../../api/money/worth.ts'
import type { TotalBalance } from '../../../streams/totalBalance.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { changePercent, directionOf, formatAmount, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, writeText } from '../../parts/bind.ts'
import { gainSince } from './gain-since.ts'
import css from './net-worth.module.css'

/** The gain since a time, in USDT and in percent, live. Empty until the starting value is known. */
export function Gain({ total$, since }: { total$: Observable<TotalBalance>; since: History['today'] | undefined }) {
  const { lang } = useLabels()
  const hidden = useHidden()
  const figure = useBind<TotalBalance, HTMLElement>(total$, (element, { total }) => {
    if (!since) return
    const { gain, base } = gainSince(total, since)
    const arrow = { up: '▲ ', down: '▼ ', flat: '' }[directionOf(gain)]
    const percent = base === null ? '' : ` · ${formatPercent(changePercent(base, total), lang, { sign: true })}`
    element.dataset.direction = hidden ? 'flat' : directionOf(gain)
    writeText(
      element,
      hidden ? MASK : `${arrow}${formatAmount(gain, 'result', 'USDT', lang, { sign: true })}${percent}`,
    )
  })
  return <span ref={figure} className={css.gain} />
}
