import type { ForexReceipt } from '../../../api/trade/forex.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatAmount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { formatMillis } from '../../format/period.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import { gapSections } from '../orders/gap-sections.ts'
import type { Labels, ReceiptFacts } from '../orders/order-facts.ts'
import { lotsText, standingText } from './labels.ts'
import { forexNet } from './profit.ts'

/** The receipt of a position, with its rollovers. */
export function forexReceipt({ order, proofs, rateProof }: ForexReceipt, words: Labels, ended: boolean): ReceiptFacts {
  const { t, lang } = words
  const { currency, openTick, closeTick, rateTick, nights } = order
  const { money, signed, price } = figuresOf(order, 'exact')
  const net = forexNet(order)
  const standing = standingText(order, words)
  return {
    label: standing,
    figure: ended ? <Net net={net} currency={currency} /> : formatAmount(order.margin, 'exact', currency, lang),
    unit: currency,
    ticks: [...proofs, ...(rateProof ? [rateProof] : [])].flatMap(({ ticks }) => ticks),
    nothing: t('receipt.nothing'),
    story: [
      openTick
        ? {
            title: t('receipt.opening'),
            ticks: [openTick],
            facts: [{ term: t('orders.entry'), value: price(order.dealPrice) }],
          }
        : { title: t('receipt.opening'), text: t(ended ? 'receipt.neverOpened' : 'receipt.notYet') },
      rateTick && { title: t('forex.receipt.rate', { pair: pairOf(rateTick.symbol) }), ticks: [rateTick] },
      ...gapSections(order, words),
      closeTick && {
        title: standing,
        ticks: [closeTick],
        facts: [
          { term: t('forex.closePrice'), value: price(order.closePrice) },
          { term: t('lever.profit'), value: signed(order.profit) },
          isAbove(order.limited, '0') && { term: t('lever.limited'), value: signed(`-${order.limited}`) },
          isAbove(order.shortfall, '0') && { term: t('lever.insured'), value: money(order.shortfall) },
        ],
      },
    ],
    rules: [t('forex.receipt.opens'), t('forex.receipt.closes'), order.gaps && t('lever.receipt.gaps')],
    terms: [
      { term: t('lever.quantity'), value: lotsText(order.lots, words) },
      { term: t('forex.spread'), value: price(order.spread) },
      { term: t('forex.night'), value: signed(order.night) },
      order.takeProfit !== null && { term: t('lever.takeProfit'), value: price(order.takeProfit) },
      order.stopLoss !== null && { term: t('lever.stopLoss'), value: price(order.stopLoss) },
    ],
    ledger: [
      { term: t('lever.margin'), value: money(order.initial) },
      nights > 0 && { term: t('forex.nights', { count: nights }), value: signed(order.swap) },
      ended && { term: t('lever.returned'), value: money(order.returned) },
      ended && { term: t('orders.realised'), value: <Net net={net} currency={currency} unit /> },
    ],
    stated: [
      !openTick && { term: t('lever.reserve'), value: money(order.reserve) },
      order.closingAt !== null && { term: t('receipt.since'), value: formatMillis(order.closingAt) },
      order.stopsAt !== null && { term: t('forex.receipt.stopsSince'), value: formatMillis(order.stopsAt) },
    ],
  }
}
