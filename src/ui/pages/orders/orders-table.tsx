import type { Order } from '../../../api/trade/orders.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { usePart } from '../../app/part.ts'
import { useAsked } from '../../app/use-asked.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { type Column, RowAction, Table } from '../../parts/lists/table.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { Tag } from '../../parts/marks/tag.tsx'
import { figuresOf, PriceText } from './figures.tsx'
import { LiveText } from './live-text.tsx'
import { State } from './order-card.tsx'
import { orderCards } from './order-cards.ts'
import type { ActFacts, OrderFacts } from './order-facts.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import css from './trade.module.css'

type OrdersTableProps = { orders: readonly Order[]; of: 'positions' | 'open' }

type Asked = { order: Order; act: ActFacts<Order> }

/** Positions, or open orders, as a table for wide screens: with a receipt and its acts for each. */
export function OrdersTable({ orders, of }: OrdersTableProps) {
  const words = useLabels()
  const { t, lang } = words
  const cardsOf = usePart(orderCards)
  const factsOf = ({ kind }: Order) => cardsOf(kind).facts as OrderFacts<Order>
  const { asked, ask, sheet } = useAsked<Asked>()
  const receipt = useAsked<Order>()
  const price = (order: Order, value: string | null | undefined) => (
    <PriceText symbol={order.symbol} price={value ?? null} />
  )
  const market: Column<Order> = {
    id: 'market',
    title: t('orders.market'),
    words: true,
    cell: (order) => {
      const facts = factsOf(order)
      const { way, text } = facts.side(order, words)
      return (
        <>
          <span className={css.smallMark}>
            <InstrumentMark instrument={instrumentOf(order.symbol)} />
          </span>
          {pairOf(order.symbol)}
          <Tag tone={way}>
            {text} {facts.period?.(order, words)}
          </Tag>
        </>
      )
    },
  }
  const size: Column<Order> = {
    id: 'size',
    title: t('orders.size'),
    cell: (order) => factsOf(order).size(order, words),
  }
  const mark: Column<Order> = {
    id: 'mark',
    spare: true,
    title: t('orders.mark'),
    cell: (order) => figuresOf(order, 'pay').now,
  }
  const margin = (title: string): Column<Order> => ({
    id: 'margin',
    title,
    cell: (order) => figuresOf(order, 'pay').bare(factsOf(order).columns(order).margin),
  })
  const acts: Column<Order> = {
    id: 'acts',
    title: t('orders.actions'),
    hidden: true,
    cell: (order) =>
      factsOf(order)
        .acts.filter((act) => act.applies(order))
        .map((act) => (
          <RowAction key={act.label} disabled={!act.isPossible(order)} onClick={() => ask({ order, act })}>
            {t(act.label)}
          </RowAction>
        )),
  }
  const state: Column<Order> = {
    id: 'state',
    title: t('order.state'),
    words: true,
    cell: (order) => <State facts={factsOf(order)} order={order} />,
  }
  const columns: readonly Column<Order>[] =
    of === 'positions'
      ? [
          market,
          size,
          {
            id: 'notional',
            spare: true,
            title: t('orders.notional'),
            cell: (order) => {
              const { notionalAt } = factsOf(order)
              if (!notionalAt) return '–'
              return (
                <LiveText
                  symbol={order.symbol}
                  of={[order, lang]}
                  textAt={(now) => notionalAt(order, now, words)?.replace(` ${order.currency}`, '')}
                />
              )
            },
          },
          {
            id: 'entry',
            title: t('orders.entryShort'),
            cell: (order) => price(order, factsOf(order).columns(order).price),
          },
          mark,
          {
            id: 'liquidation',
            title: t('lever.liquidationShort'),
            cell: (order) => <span className="warn">{price(order, factsOf(order).columns(order).liquidation)}</span>,
          },
          margin(t('lever.margin')),
          {
            id: 'profit',
            title: `${t('order.unrealised')} · ROE`,
            cell: (order) => {
              const { profit, roe, Progress } = factsOf(order)
              const share = roe?.(order)
              return Progress ? (
                <span className={css.ring}>
                  <Progress order={order} />
                </span>
              ) : (
                <>
                  <strong>{profit?.(order, false)}</strong> {share || <State facts={factsOf(order)} order={order} />}
                </>
              )
            },
          },
          {
            id: 'stops',
            title: t('orders.stops'),
            cell: (order) => {
              const { takeProfit, stopLoss } = factsOf(order).columns(order)
              return (
                <>
                  {price(order, takeProfit)} / {price(order, stopLoss)}
                </>
              )
            },
          },
          acts,
        ]
      : [
          market,
          size,
          {
            id: 'price',
            title: t('lever.limitPrice'),
            cell: (order) => price(order, factsOf(order).columns(order).price),
          },
          mark,
          margin(t('lever.reserve')),
          state,
          acts,
        ]
  return (
    <>
      <Table
        label={t(of === 'positions' ? 'orders.positions' : 'orders.openOrders')}
        columns={columns}
        rows={orders}
        rowKey={({ id }) => id}
        onRow={receipt.ask}
      />
      {asked && <asked.about.act.Sheet key={asked.key} order={asked.about.order} {...sheet} />}
      {receipt.asked && <ReceiptSheet key={receipt.asked.key} order={receipt.asked.about} {...receipt.sheet} />}
    </>
  )
}
