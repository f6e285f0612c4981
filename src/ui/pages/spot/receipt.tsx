import type { ReactNode } from 'react'
import type { SpotReceipt as Receipt } from '../../../api/spot.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import { spotMachine } from '../../../machines/orders/spot.ts'
import type { ReceiptInput } from '../../../machines/trade/receipt.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { legsOf, QUOTE } from '../../../rules/spot/spot.ts'
import { formatBps, formatCount, formatPlain } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { usePart } from '../../part.ts'
import { Hero } from '../../parts/hero.tsx'
import { Facts } from '../../parts/list.tsx'
import { Money, PriceText } from '../orders/figures.tsx'
import css from '../orders/receipt.module.css'
import { ReceiptCheck } from '../orders/receipt-check.tsx'
import { Section, TickFacts } from '../orders/receipt-sections.tsx'
import { ReceiptView } from '../orders/receipt-view.tsx'
import { Stated } from '../orders/stated.tsx'
import { ByStrategy } from './by-strategy.tsx'
import { spot } from './part.ts'
import { useQuantity } from './quantity.ts'
import { Side } from './side.tsx'

/** The receipt of a spot order: each fill with its tick. */
export function SpotReceipt(input: ReceiptInput) {
  const machines = usePart(spot)
  const { t } = useWords()
  return (
    <ReceiptView<Receipt> machine={machines.receipt} input={input}>
      {({ order, proofs }, actor) => (
        <Details
          order={order}
          check={
            <ReceiptCheck
              actor={actor}
              ticks={proofs.flatMap(({ ticks }) => ticks)}
              ended={hasEnded(spotMachine, order.state)}
              nothing={t('spot.receipt.nothing')}
            />
          }
        />
      )}
    </ReceiptView>
  )
}

function Details({ order, check }: { order: Receipt['order']; check: ReactNode }) {
  const { t, lang } = useWords()
  const { symbol, side, state, type, fills, price, cause } = order
  const { base } = instrumentOf(symbol)
  const { gives } = legsOf(symbol, side)
  const quantity = useQuantity(order)
  const usdt = (amount: string) => <Money as="exact" amount={amount} currency={QUOTE} />
  const priced = (text: string | null) => <PriceText symbol={symbol} price={text} />
  return (
    <>
      <Hero
        label={t(`orders.result.${state}`)}
        note={
          <>
            {pairOf(symbol)} <Side side={side} />
          </>
        }
        unit={base}
      >
        {formatPlain(order.filled, lang)}
      </Hero>
      <ByStrategy order={order} />
      {check}
      {fills.map((fill, index) => (
        <Section
          key={fill.tick.seq}
          title={t('spot.fill', {
            number: formatCount(index + 1, lang),
            quantity: formatPlain(fill.quantity, lang),
            currency: base,
          })}
        >
          <TickFacts tick={fill.tick} />
          <Facts
            facts={[
              { id: 'average', term: t('spot.average'), value: priced(fill.price) },
              { id: 'worth', term: t('spot.worth'), value: usdt(fill.worth) },
              { id: 'fee', term: t('spot.fee'), value: usdt(fill.fee) },
            ]}
          />
        </Section>
      ))}
      <Section title={t('receipt.rule')}>
        <p className="muted">{t('spot.receipt.book')}</p>
        <p className={css.rule}>{t('spot.receipt.limits')}</p>
      </Section>
      <Section title={t('receipt.terms')}>
        <Facts
          facts={[
            { id: 'quantity', term: t('lever.quantity'), value: quantity.whole },
            { id: 'type', term: t('lever.type'), value: t(`lever.type.${type}`) },
            ...(type === 'limit'
              ? [{ id: 'stands', term: t('spot.stands'), value: t(`spot.stands.${order.timeInForce}`) }]
              : []),
            {
              id: 'bound',
              term: t(price === null ? 'spot.bound' : 'lever.limitPrice'),
              value: priced(order.bound),
            },
            { id: 'level', term: t('spot.level'), value: formatCount(order.level + 1, lang) },
            { id: 'rate', term: t('spot.feeRate'), value: formatBps(order.feeBps, lang) },
            ...(cause ? [{ id: 'cause', term: t('spot.why'), value: t(`spot.cause.${cause}`) }] : []),
          ]}
        />
      </Section>
      <Section title={t('receipt.ledger')}>
        <Facts
          facts={[
            { id: 'worth', term: t(`spot.traded.${side}`), value: usdt(order.worth) },
            { id: 'fee', term: t('spot.fee'), value: usdt(order.fee) },
            ...(isAbove(order.held, '0')
              ? [
                  {
                    id: 'held',
                    term: t('lever.reserve'),
                    value: <Money as="exact" amount={order.held} currency={gives} />,
                  },
                ]
              : []),
            ...(isAbove(order.released, '0')
              ? [
                  {
                    id: 'back',
                    term: t('lever.returned'),
                    value: <Money as="exact" amount={order.released} currency={gives} />,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Stated order={order} />
    </>
  )
}
