import type { SpotReceipt } from '../../../api/trade/spot.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { legsOf, QUOTE } from '../../../rules/spot/spot.ts'
import { formatBps, formatCount, formatPlain } from '../../format/format.ts'
import { figuresOf } from '../orders/figures.tsx'
import type { Labels, ReceiptFacts } from '../orders/order-facts.ts'
import { quantitiesOf } from './quantity.ts'

/** The receipt of a spot order: each fill with its tick. */
export function spotReceipt({ order, proofs }: SpotReceipt, { t, lang }: Labels): ReceiptFacts {
  const { symbol, side, state, type, cause } = order
  const { base } = instrumentOf(symbol)
  const { money, price } = figuresOf({ symbol, currency: QUOTE }, 'exact')
  const given = figuresOf({ symbol, currency: legsOf(symbol, side).gives }, 'exact')
  return {
    label: t(`orders.result.${state}`),
    figure: formatPlain(order.filled, lang),
    unit: base,
    ticks: proofs.flatMap(({ ticks }) => ticks),
    nothing: t('spot.receipt.nothing'),
    story: order.fills.map((fill, index) => ({
      id: String(fill.tick.seq),
      title: t('spot.fill', {
        number: formatCount(index + 1, lang),
        quantity: formatPlain(fill.quantity, lang),
        currency: base,
      }),
      ticks: [fill.tick],
      facts: [
        { term: t('spot.average'), value: price(fill.price) },
        { term: t('spot.worth'), value: money(fill.worth) },
        { term: t('spot.fee'), value: money(fill.fee) },
      ],
    })),
    rules: [t('spot.receipt.book'), t('spot.receipt.limits')],
    terms: [
      { term: t('lever.quantity'), value: quantitiesOf(order, lang).whole },
      { term: t('lever.type'), value: t(`lever.type.${type}`) },
      type === 'limit' && { term: t('spot.stands'), value: t(`spot.stands.${order.timeInForce}`) },
      { term: t(order.price === null ? 'spot.bound' : 'lever.limitPrice'), value: price(order.bound) },
      { term: t('spot.level'), value: formatCount(order.level + 1, lang) },
      { term: t('spot.feeRate'), value: formatBps(order.feeBps, lang) },
      cause && { term: t('spot.why'), value: t(`spot.cause.${cause}`) },
    ],
    ledger: [
      { term: t(`spot.traded.${side}`), value: money(order.worth) },
      { term: t('spot.fee'), value: money(order.fee) },
      isAbove(order.held, '0') && { term: t('lever.reserve'), value: given.money(order.held) },
      isAbove(order.released, '0') && { term: t('lever.returned'), value: given.money(order.released) },
    ],
  }
}
