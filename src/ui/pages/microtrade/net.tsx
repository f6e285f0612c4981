import type { MicrotradeOrder } from '../../../api/trade/microtrade.ts'
import { netResult } from '../../../rules/microtrade/figures.ts'
import { directionOf, formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { colours, Money } from '../orders/figures.tsx'

/** The profit or loss of an ended option, with its sign. `bare`: without the currency. */
export function Net({ order, bare = false }: { order: MicrotradeOrder; bare?: boolean }) {
  const { lang } = useLabels()
  const { currency } = order
  const net = netResult(order) ?? '0'
  return (
    <span className={colours[directionOf(net)]}>
      {bare ? (
        formatAmount(net, 'exact', currency, lang, { sign: true })
      ) : (
        <Money amount={net} as="exact" currency={currency} sign />
      )}
    </span>
  )
}
