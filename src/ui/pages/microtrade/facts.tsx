import type { MicrotradeOrder, Receipt } from '../../../api/trade/microtrade.ts'
import { microtradeMachine } from '../../../machines/orders/microtrade.ts'
import { microtradeReceiptMachine } from '../../../machines/trade/microtrade.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { formatAmount, formatBps } from '../../format/format.ts'
import { formatMillis, formatSeconds } from '../../format/period.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import type { Labels, OrderFacts, ReceiptFacts } from '../orders/order-facts.ts'
import { sides } from '../orders/sides.ts'
import { netResult, paysIfWon } from './profit.ts'
import { CardProgress, ColouredNet } from './progress.tsx'
import { LiveStanding } from './standing.tsx'

/** What an option shows: its progress, its result at the current price, and what it pays if it wins. */
export const microtradeFacts: OrderFacts<MicrotradeOrder, Receipt> = {
  machine: microtradeMachine,
  receiptMachine: microtradeReceiptMachine,
  side: ({ direction }, { t }) => ({
    way: sides.microtrade[direction].way,
    text: t(sides.microtrade[direction].label),
  }),
  size: ({ amount, currency }, { lang }) => `${formatAmount(amount, 'exact', currency, lang)} ${currency}`,
  period: ({ seconds }, { lang }) => formatSeconds(seconds, lang),
  standing: ({ state }, { t }) => t(`orders.result.${state}`),
  Progress: CardProgress,
  waiting: ({ state }, { t }) => state === 'accepted' && t('orders.result.accepted'),
  outcome: (order) => <Net net={netResult(order) ?? '0'} currency={order.currency} />,
  figures(order, { t }, ended) {
    const { money, price } = figuresOf(order, 'exact')
    const { buyPrice } = order
    const pays = paysIfWon(order)
    return [
      { term: t('orders.entryShort'), value: price(buyPrice) },
      ended && { term: t('orders.final'), value: price(order.finalPrice) },
      !ended && { term: t('orders.mark'), value: <LiveStanding order={order} /> },
      !ended && pays && { term: t('orders.pays'), value: money(pays.payout) },
    ]
  },
  columns: ({ buyPrice, amount }) => ({ price: buyPrice, margin: amount }),
  acts: [],
  hasReceipt: (_, ended) => ended,
  receipt: microtradeReceipt,
}

/** The receipt of an option: the ticks that opened and settled it. */
function microtradeReceipt({ order, ticks }: Receipt, { t, lang }: Labels, ended: boolean): ReceiptFacts {
  const { currency, amount, openTick, closeTime, payout } = order
  const { money } = figuresOf(order, 'exact')
  const pays = paysIfWon(order)
  const tick = (title: string, known: RecordedTick | null, missing: 'noOpening' | 'noClosing' | 'neverOpened') =>
    known ? { title, ticks: [known] } : { title, text: t(ended ? `receipt.${missing}` : 'receipt.notYet') }
  return {
    label: t(`orders.result.${order.state}`),
    figure: ended ? (
      <Net net={netResult(order) ?? '0'} currency={currency} />
    ) : (
      formatAmount(amount, 'exact', currency, lang)
    ),
    unit: currency,
    ticks,
    nothing: t(ended ? 'receipt.voidHint' : 'receipt.unsettledHint'),
    story: [
      tick(t('receipt.opening'), openTick, 'noOpening'),
      tick(t('receipt.closing'), order.closeTick, openTick ? 'noClosing' : 'neverOpened'),
    ],
    rules: [t('receipt.ruleText'), t('receipt.ruleResult')],
    terms: [
      { term: t('orders.stake'), value: money(amount) },
      { term: t('receipt.period'), value: formatSeconds(order.seconds, lang) },
      { term: t('receipt.rate'), value: formatBps(order.payoutBps, lang) },
      pays && { term: t('orders.pays'), value: money(pays.payout) },
      closeTime !== null && { term: t('receipt.due'), value: formatMillis(closeTime) },
    ],
    ledger: [
      { term: t('receipt.held'), value: money(amount) },
      payout !== null && { term: t('receipt.returned'), value: money(payout) },
      payout !== null && { term: t('orders.realised'), value: <ColouredNet order={order} /> },
    ],
  }
}
