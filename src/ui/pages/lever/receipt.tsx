import type { LeverReceipt } from '../../../api/trade/lever.ts'
import { contractNet } from '../../../rules/lever/figures.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatAmount, formatBps, formatPlain, formatTimeMs } from '../../format/format.ts'
import { formatMillis } from '../../format/period.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import { gapSections } from '../orders/gap-sections.ts'
import type { Labels, ReceiptFacts } from '../orders/order-facts.ts'

/** The receipt of a contract. */
export function leverReceipt({ order, proofs }: LeverReceipt, words: Labels, ended: boolean): ReceiptFacts {
  const { t, lang } = words
  const { currency, state, type, voidReason, fills, openTick, liquidationFeeBps, fundingTerms } = order
  const { nextFundingAt, deliveryAt } = order
  const { money, signed, price } = figuresOf(order, 'exact')
  const quantity = (amount: string) => `${formatPlain(amount, lang)} ${instrumentOf(order.symbol).base}`
  const net = contractNet(order)
  return {
    label: voidReason === null ? t(`orders.result.${state}`) : t(`lever.void.${voidReason}`),
    figure: ended ? <Net net={net} currency={currency} /> : formatAmount(order.margin, 'exact', currency, lang),
    unit: currency,
    ticks: proofs.flatMap(({ ticks }) => ticks),
    nothing: t('receipt.nothing'),
    story: [
      openTick
        ? { title: t('receipt.opening'), ticks: [openTick] }
        : { title: t('receipt.opening'), text: t(ended ? 'receipt.neverOpened' : 'receipt.notYet') },
      ...gapSections(order, words),
      ...fills.map((fill) => ({
        id: fill.tick.hash + fill.quantity,
        title: `${t(`lever.cause.${fill.cause}`)} · ${quantity(fill.quantity)}`,
        ticks: [fill.tick],
        facts: [
          { term: t('lever.margin'), value: money(fill.margin) },
          { term: t('lever.profit'), value: signed(fill.profit) },
          isAbove(fill.limited, '0') && { term: t('lever.limited'), value: signed(`-${fill.limited}`) },
          { term: t('lever.closeFee'), value: money(fill.fee) },
          isAbove(fill.liquidationFee, '0') && { term: t('lever.liquidationFee'), value: money(fill.liquidationFee) },
          { term: t('lever.returned'), value: money(fill.returned) },
          isAbove(fill.shortfall, '0') && { term: t('lever.insured'), value: money(fill.shortfall) },
        ],
      })),
    ],
    rules: [
      t('lever.receipt.opens'),
      t('lever.receipt.closes'),
      liquidationFeeBps === null
        ? t('lever.receipt.liquidationTakesAll')
        : t('lever.liquidationFeeNote', { rate: formatBps(liquidationFeeBps, lang) }),
      order.gaps && t('lever.receipt.gaps'),
    ],
    terms: [
      { term: t('lever.quantity'), value: quantity(order.ordered) },
      { term: t('lever.type'), value: t(`lever.type.${type}`) },
      order.price !== null && { term: t('lever.limitPrice'), value: price(order.price) },
      { term: t('lever.feeRate'), value: formatBps(order.feeBps, lang) },
      liquidationFeeBps !== null && { term: t('lever.liquidationFee'), value: formatBps(liquidationFeeBps, lang) },
      order.takeProfit !== null && { term: t('lever.takeProfit'), value: price(order.takeProfit) },
      order.stopLoss !== null && { term: t('lever.stopLoss'), value: price(order.stopLoss) },
      deliveryAt !== null && { term: t('lever.delivery'), value: formatTimeMs(deliveryAt) },
    ],
    ledger: [
      { term: t('lever.paid'), value: money(order.paid) },
      { term: t('lever.openFee'), value: money(order.openFee) },
      fundingTerms && { term: t('lever.fundingEvery', { hours: fundingTerms.hours }), value: signed(order.funding) },
      nextFundingAt !== null && { term: t('lever.fundingNext'), value: formatTimeMs(nextFundingAt) },
      ended && { term: t('lever.returned'), value: money(order.returned) },
      ended && { term: t('orders.realised'), value: <Net net={net} currency={currency} unit /> },
    ],
    stated: [
      isAbove(order.exposure, '0') && { term: t('lever.receipt.exposure'), value: money(order.exposure) },
      !openTick && type !== 'limit' && { term: t('lever.reserve'), value: money(order.reserve) },
      ...fills.map(
        ({ since, tick }) => since !== null && { id: tick.hash, term: t('receipt.since'), value: formatMillis(since) },
      ),
    ],
  }
}
