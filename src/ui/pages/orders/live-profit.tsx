import { useMemo, useState } from 'react'
import { type NetAt, type OpenOrder, type OpenProfit, openProfit$, roeAt } from '../../../streams/openProfit.ts'
import { useServices } from '../../app/services.ts'
import { directionOf, formatAmount, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { peek, useBind, writeText } from '../../parts/bind.ts'
import css from './live-profit.module.css'

type LiveProfitProps<O> = {
  orders: readonly O[]
  /** Stable. */
  netAt: NetAt<O>
  /** Without the currency. */
  bare?: boolean
  /** Their margin in the currency, a decimal: the return on it (ROE) instead of the amount. */
  roeOf?: string
}

/** Unrealised P&L of orders, one row for each currency. Bypasses React. */
export function LiveProfit<O extends OpenOrder>({ orders, netAt, bare = false, roeOf }: LiveProfitProps<O>) {
  const { quotes } = useServices()
  const { lang } = useLabels()
  const lineOf = ({ currency, net }: OpenProfit['amounts'][number]) =>
    roeOf === undefined
      ? `${formatAmount(net, 'result', currency, lang, { sign: true })}${bare ? '' : ` ${currency}`}`
      : formatPercent(roeAt(net, roeOf, currency), lang, { sign: true })
  const viewOf = ({ amounts }: OpenProfit) => {
    const ways = new Set(amounts.map(({ net }) => directionOf(net)))
    return { text: amounts.map(lineOf).join('\n') || '–', way: ways.size === 1 ? [...ways][0] : 'flat' }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has all values it depends on
  const profit$ = useMemo(() => openProfit$(orders, quotes.quote$, netAt), [JSON.stringify(orders), quotes])
  const ref = useBind<OpenProfit, HTMLSpanElement>(profit$, (element, profit) => {
    const { text, way } = viewOf(profit)
    element.dataset.fresh = String(profit.fresh)
    element.dataset.way = way
    writeText(element, text)
  })
  // Kept in state: React must not overwrite what the stream has written since.
  const [first] = useState(() => {
    const profit = peek(profit$)
    return profit && viewOf(profit)
  })
  return (
    <span ref={ref} className={css.profit} data-way={first?.way}>
      {first?.text}
    </span>
  )
}
