import type { ForexReceipt } from '../../../api/trade/forex.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatAmount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { formatMillis } from '../../format/period.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import { gapSections } from '../orders/gap-sections.ts'
import type { Labels, ReceiptFacts } from '../orders/order-facts.ts'
import { lotsText, standingText } from './labels.ts'
import { forexNet, lastClose } from './profit.ts'

/** The receipt of a position, with its rollovers. */
export function forexReceipt({ order, proofs, rateProof }: ForexReceipt, words: Labels, ended: boolean): ReceiptFacts {
  const { t, lang } = words
  const { currency, openTick, closeTick, rateTick, nights, parts, type } = order
  const { money, signed, price } = figuresOf(order, 'exact')
  const net = forexNet(order)
  const last = lastClose(order)
  const closeFacts = ({ closePrice, profit, limited, returned, shortfall }: typeof last) => [
    { term: t('forex.closePrice'), value: price(closePrice) },
    { term: t('lever.profit'), value: signed(profit) },
    isAbove(limited, '0') && { term: t('lever.limited'), value: signed(`-${limited}`) },
    parts.length > 0 && { term: t('lever.returned'), value: money(returned) },
    isAbove(shortfall, '0') && { term: t('lever.insured'), value: money(shortfall) },
  ]
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
      ...parts.map((part) => ({
        id: part.tick.hash,
        title: `${t('lever.cause.user')} · ${lotsText(part.lots, words)}`,
        ticks: [part.tick],
        facts: closeFacts(part),
      })),
      closeTick && {
        title: parts.length > 0 ? `${standing} · ${lotsText(last.lots, words)}` : standing,
        ticks: [closeTick],
        facts: closeFacts(last),
      },
    ],
    rules: [
      t(type === 'market' ? 'forex.receipt.opens' : 'forex.receipt.waits'),
      t('forex.receipt.closes'),
      order.gaps && t('lever.receipt.gaps'),
    ],
    terms: [
      { term: t('lever.quantity'), value: lotsText(order.lots, words) },
      { term: t('lever.type'), value: t(`lever.type.${type}`) },
      order.price !== null && {
        term: t(type === 'stop' ? 'lever.stopPrice' : 'lever.limitPrice'),
        value: price(order.price),
      },
      { term: t('forex.spread'), value: price(order.spread) },
      { term: t('forex.night'), value: signed(order.night) },
      order.takeProfit !== null && { term: t('lever.takeProfit'), value: price(order.takeProfit) },
      order.stopLoss !== null && { term: t('lever.stopLoss'), value: price(order.stopLoss) },
    ],
    ledger: [
      { term: t('lever.margin'), value: money(order.initial) },
      nights > 0 && { term: t('forex.nights', { count: nights }), value: signed(order.swap) },
      (ended || parts.length > 0) && { term: t('lever.returned'), value: money(order.returned) },
      ended && { term: t('orders.realised'), value: <Net net={net} currency={currency} unit /> },
    ],
    stated: [
      !openTick && { term: t('lever.reserve'), value: money(order.reserve) },
      order.closingAt !== null && { term: t('receipt.since'), value: formatMillis(order.closingAt) },
      ...parts.map(({ since, tick }) => ({ id: tick.hash, term: t('receipt.since'), value: formatMillis(since) })),
      order.stopsAt !== null && { term: t('forex.receipt.stopsSince'), value: formatMillis(order.stopsAt) },
    ],
  }
}
