import type { ReactNode } from 'react'
import type { ForexReceipt as Receipt } from '../../../api/forex.ts'
import { forexMachine } from '../../../machines/orders/forex.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import type { ReceiptInput } from '../../../machines/trade/receipt.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatAmount } from '../../format.ts'
import { formatMillis } from '../../format-period.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { usePart } from '../../part.ts'
import { Hero } from '../../parts/hero.tsx'
import { Facts } from '../../parts/list.tsx'
import { Money, PriceText } from '../orders/figures.tsx'
import { LimitedGaps } from '../orders/limited-gaps.tsx'
import css from '../orders/receipt.module.css'
import { ReceiptCheck } from '../orders/receipt-check.tsx'
import { Section, TickFacts } from '../orders/receipt-sections.tsx'
import { ReceiptView } from '../orders/receipt-view.tsx'
import { Stated } from '../orders/stated.tsx'
import { ForexNet } from './ended-forex.tsx'
import { forex } from './part.ts'
import { Side } from './side.tsx'
import { useForexWords } from './words.ts'

/** The receipt of a position, with its rollovers. */
export function ForexReceipt(input: ReceiptInput) {
  const machines = usePart(forex)
  const { t } = useWords()
  return (
    <ReceiptView<Receipt> machine={machines.receipt} input={input}>
      {({ order, proofs, rateProof }, actor) => (
        <Details
          order={order}
          check={
            <ReceiptCheck
              actor={actor}
              ticks={[...proofs, ...(rateProof ? [rateProof] : [])].flatMap(({ ticks }) => ticks)}
              ended={hasEnded(forexMachine, order.state)}
              nothing={t('forex.receipt.nothing')}
            />
          }
        />
      )}
    </ReceiptView>
  )
}

function Details({ order, check }: { order: Receipt['order']; check: ReactNode }) {
  const { t, lang } = useWords()
  const words = useForexWords()
  const { symbol, direction, leverage, currency, openTick, closeTick, rateTick, nights } = order
  const ended = hasEnded(forexMachine, order.state)
  const money = (amount: string, sign = false) => <Money as="exact" amount={amount} currency={currency} sign={sign} />
  const price = (text: string | null) => <PriceText symbol={symbol} price={text} />
  return (
    <>
      <Hero
        label={words.standing(order)}
        note={
          <>
            {pairOf(symbol)} <Side direction={direction} leverage={leverage} />
          </>
        }
        unit={currency}
      >
        {ended ? <ForexNet order={order} /> : formatAmount(order.margin, 'exact', currency, lang)}
      </Hero>
      {check}
      <Section title={t('receipt.opening')}>
        {openTick ? (
          <>
            <TickFacts tick={openTick} />
            <Facts facts={[{ id: 'deal', term: t('orders.entry'), value: price(order.dealPrice) }]} />
          </>
        ) : (
          <p className="muted">{t(ended ? 'receipt.neverOpened' : 'receipt.notYet')}</p>
        )}
      </Section>
      {rateTick && (
        <Section title={t('forex.receipt.rate', { pair: pairOf(rateTick.symbol) })}>
          <TickFacts tick={rateTick} />
        </Section>
      )}
      <LimitedGaps order={order} />
      {closeTick && (
        <Section title={words.standing(order)}>
          <TickFacts tick={closeTick} />
          <Facts
            facts={[
              { id: 'price', term: t('forex.closePrice'), value: price(order.closePrice) },
              { id: 'profit', term: t('lever.profit'), value: money(order.profit, true) },
              ...(isAbove(order.limited, '0')
                ? [{ id: 'limited', term: t('lever.limited'), value: money(`-${order.limited}`, true) }]
                : []),
              ...(isAbove(order.shortfall, '0')
                ? [{ id: 'insured', term: t('lever.insured'), value: money(order.shortfall) }]
                : []),
            ]}
          />
        </Section>
      )}
      <Section title={t('receipt.rule')}>
        <p className="muted">{t('forex.receipt.opens')}</p>
        <p className={css.rule}>{t('forex.receipt.closes')}</p>
        {order.gaps && <p className={css.rule}>{t('lever.receipt.gaps')}</p>}
      </Section>
      <Section title={t('receipt.terms')}>
        <Facts
          facts={[
            { id: 'lots', term: t('lever.quantity'), value: words.lots(order.lots) },
            { id: 'spread', term: t('forex.spread'), value: price(order.spread) },
            { id: 'night', term: t('forex.night'), value: money(order.night, true) },
            ...(order.takeProfit === null
              ? []
              : [{ id: 'profit', term: t('lever.takeProfit'), value: price(order.takeProfit) }]),
            ...(order.stopLoss === null
              ? []
              : [{ id: 'loss', term: t('lever.stopLoss'), value: price(order.stopLoss) }]),
          ]}
        />
      </Section>
      <Section title={t('receipt.ledger')}>
        <Facts
          facts={[
            { id: 'margin', term: t('lever.margin'), value: money(order.initial) },
            ...(nights > 0
              ? [{ id: 'nights', term: t('forex.nights', { count: nights }), value: money(order.swap, true) }]
              : []),
            ...(ended
              ? [
                  { id: 'returned', term: t('lever.returned'), value: money(order.returned) },
                  {
                    id: 'net',
                    term: t('receipt.net'),
                    value: (
                      <>
                        <ForexNet order={order} /> {currency}
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Stated
        order={order}
        also={[
          ...(openTick ? [] : [{ id: 'reserve', term: t('lever.reserve'), value: money(order.reserve) }]),
          ...(order.closingAt === null
            ? []
            : [{ id: 'since', term: t('receipt.since'), value: formatMillis(order.closingAt) }]),
        ]}
      />
    </>
  )
}
