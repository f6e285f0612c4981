import { useState } from 'react'
import { hasEnded } from '../../../machines/orders/life.ts'
import { useAsked } from '../../app/use-asked.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { cx } from '../../parts/cx.ts'
import { Card } from '../../parts/lists/list.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { Figures } from './figures.tsx'
import css from './order-card.module.css'
import type { ActFacts, AnyOrder, OrderFacts } from './order-facts.ts'
import { ReceiptPage } from './receipt-page.tsx'
import { WayMark } from './way-mark.tsx'

export type OrderCardProps<O extends AnyOrder> = {
  facts: OrderFacts<O>
  order: O
  /** Opens the receipt of an ended order: it outlives the card. */
  onReceipt?: (() => void) | undefined
}

/** An order: its side, its profit or state, its figures, and the acts on it. */
export const OrderCard = <O extends AnyOrder>({ facts, order, onReceipt }: OrderCardProps<O>) => (
  <Card>
    <Content facts={facts} order={order} />
    {facts.Origin && <facts.Origin order={order} />}
    <Acts facts={facts} order={order} onReceipt={onReceipt} />
  </Card>
)

/** The same within a card of several orders with one origin. */
export const OrderInCard = <O extends AnyOrder>({ facts, order }: OrderCardProps<O>) => (
  <>
    <Content facts={facts} order={order} />
    <Acts facts={facts} order={order} />
  </>
)

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

function Content<O extends AnyOrder>({ facts, order }: OrderCardProps<O>) {
  const words = useLabels()
  const ended = hasEnded(facts.machine, order.state)
  const side = facts.side(order, words)
  return (
    <>
      <div className={cx(css.head, facts.Progress && css.inProgress)}>
        <div>
          <h3 className={css.pair}>{pairOf(order.symbol)}</h3>
          <p className={css.under}>
            <WayMark way={side.way}>{side.text}</WayMark>
            <span className="nowrap">{facts.size(order, words)}</span>
            {facts.period && <span>{facts.period(order, words)}</span>}
          </p>
        </div>
        {facts.Progress ? <facts.Progress order={order} /> : <Result facts={facts} order={order} ended={ended} />}
      </div>
      {facts.line?.(order, ended)}
      <Figures className={css.figures} figures={facts.figures(order, words, ended)} />
    </>
  )
}

/** Its P&L and state. */
function Result<O extends AnyOrder>({ facts, order, ended }: OrderCardProps<O> & { ended: boolean }) {
  const words = useLabels()
  const profit = facts.profit?.(order, ended)
  const label = facts.profitLabel?.(order, words)
  const cause = facts.cause?.(order, words)
  return (
    <div className={css.result}>
      {profit && <p className={css.net}>{profit}</p>}
      {label ? (
        <p className={css.word}>{label}</p>
      ) : (
        <p className={css.word} role="status">
          {facts.standing(order, words)}
        </p>
      )}
      {cause && <p className={css.word}>{cause}</p>}
    </div>
  )
}

/** The acts that the order's machine allows, each in a sheet that shows the result first, and the receipt. */
function Acts<O extends AnyOrder>({ facts, order, onReceipt }: OrderCardProps<O>) {
  const { t } = useLabels()
  const { asked, ask, sheet } = useAsked<ActFacts<O>>()
  const [receiptOpen, setReceiptOpen] = useState(false)
  const ended = hasEnded(facts.machine, order.state)
  const possible = facts.acts.filter((act) => act.isPossible(order))
  return (
    <>
      {possible.length > 0 && (
        <div className={css.acts}>
          {possible.map((act) => (
            <Button key={act.label} kind="quiet" small aria-haspopup="dialog" onClick={() => ask(act)}>
              {t(act.label)}
            </Button>
          ))}
        </div>
      )}
      {facts.hasReceipt(order, ended) && (
        <div className={css.after}>
          <Button
            kind="plain"
            aria-haspopup="dialog"
            onClick={() => (ended && onReceipt ? onReceipt() : setReceiptOpen(true))}
          >
            {t('receipt.title')}
          </Button>
          <Sheet open={receiptOpen} onClose={() => setReceiptOpen(false)} title={t('receipt.title')}>
            <ReceiptPage facts={facts} id={order.id} />
          </Sheet>
        </div>
      )}
      {asked && <asked.about.Sheet key={asked.key} order={order} {...sheet} />}
    </>
  )
}
