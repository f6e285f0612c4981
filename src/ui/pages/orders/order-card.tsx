import { useState } from 'react'
import { hasEnded, resultOf } from '../../../machines/orders/life.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useAsked } from '../../app/use-asked.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { PositionCard } from '../../parts/lists/position-card.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { Tag, type TagTone } from '../../parts/marks/tag.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { LiveText } from './live-text.tsx'
import css from './order-card.module.css'
import type { ActFacts, AnyOrder, OrderFacts } from './order-facts.ts'
import { ReceiptPage } from './receipt-page.tsx'

export type OrderCardProps<O extends AnyOrder> = {
  facts: OrderFacts<O>
  order: O
  /** Opens the receipt of an ended order: it outlives the card. */
  onReceipt?: (() => void) | undefined
}

/** An order: its side, its P&L or state, its figures, and the acts on it. Its head leads to the receipt. */
export function OrderCard<O extends AnyOrder>({ facts, order, onReceipt }: OrderCardProps<O>) {
  const words = useLabels()
  const { t } = words
  const { asked, ask, sheet } = useAsked<ActFacts<O>>()
  const [receiptOpen, setReceiptOpen] = useState(false)
  const ended = hasEnded(facts.machine, order.state)
  const { way, text } = facts.side(order, words)
  const { notionalAt, Progress, Origin } = facts
  const open = () => (ended && onReceipt ? onReceipt() : setReceiptOpen(true))
  return (
    <>
      <PositionCard
        leading={<InstrumentMark instrument={instrumentOf(order.symbol)} />}
        title={pairOf(order.symbol)}
        tag={
          <Tag tone={way}>
            {text} {facts.period?.(order, words)}
          </Tag>
        }
        size={facts.size(order, words)}
        {...(notionalAt &&
          !ended && {
            notional: (
              <LiveText
                symbol={order.symbol}
                of={[order, words.lang]}
                textAt={(price) => notionalAt(order, price, words)}
              />
            ),
          })}
        figure={Progress ? <Progress order={order} /> : facts.profit?.(order, ended)}
        note={
          Progress ? (
            <span aria-hidden="true">{facts.waiting?.(order, words)}</span>
          ) : (
            <State facts={facts} order={order} />
          )
        }
        line={facts.line?.(order, ended)}
        stats={facts.figures(order, words, ended)}
        also={Origin && <Origin order={order} />}
        actions={facts.acts
          .filter((act) => !ended && act.applies(order))
          .map((act) => ({ label: t(act.label), disabled: !act.isPossible(order), onClick: () => ask(act) }))}
        {...(facts.hasReceipt(order, ended) && { onOpen: open, openLabel: t('receipt.title') })}
      />
      <Sheet open={receiptOpen} onClose={() => setReceiptOpen(false)} title={t('receipt.title')}>
        <ReceiptPage facts={facts} id={order.id} />
      </Sheet>
      {asked && <asked.about.Sheet key={asked.key} order={order} {...sheet} />}
    </>
  )
}

/** Open orders, one card each. */
export const OrderCards = <O extends AnyOrder>({ facts, orders }: { facts: OrderFacts<O>; orders: readonly O[] }) => (
  <ul className={css.cards}>
    {orders.map((order) => (
      <li key={order.id}>
        <OrderCard facts={facts} order={order} />
      </li>
    ))}
  </ul>
)

const tones: Readonly<Record<string, TagTone>> = { won: 'good', lost: 'bad' }

/** Its ROE, or its state. */
export function State<O extends AnyOrder>({ facts, order }: Pick<OrderCardProps<O>, 'facts' | 'order'>) {
  const words = useLabels()
  const roe = facts.roe?.(order)
  if (roe)
    return (
      <>
        ROE <span className="nowrap">{roe}</span>
      </>
    )
  const ended = hasEnded(facts.machine, order.state)
  const cause = facts.cause?.(order, words)
  const result = resultOf(facts.machine, order.state) ?? ''
  return (
    <span role="status" className={css.state}>
      <Tag tone={tones[result] ?? (ended ? 'plain' : 'warn')}>{facts.standing(order, words)}</Tag>
      {cause && <span>{cause}</span>}
    </span>
  )
}
