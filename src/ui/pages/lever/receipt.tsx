import type { ReactNode } from 'react'
import type { LeverReceipt as Receipt } from '../../../api/lever.ts'
import { leverMachine } from '../../../machines/orders/lever.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import type { ReceiptInput } from '../../../machines/trade/receipt.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatAmount, formatBps, formatPlain } from '../../format.ts'
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
import { ContractNet } from './ended-contract.tsx'
import { lever } from './part.ts'
import { Side } from './side.tsx'
import { useLeverWords } from './words.ts'

/** The receipt of a contract. */
export function LeverReceipt(input: ReceiptInput) {
  const machines = usePart(lever)
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
              ended={hasEnded(leverMachine, order.state)}
              nothing={t('lever.receipt.nothing')}
            />
          }
        />
      )}
    </ReceiptView>
  )
}

function Details({ order, check }: { order: Receipt['order']; check: ReactNode }) {
  const { t, lang } = useWords()
  const words = useLeverWords()
  const { symbol, direction, leverage, currency, openTick, fills } = order
  const { base } = instrumentOf(symbol)
  const ended = hasEnded(leverMachine, order.state)
  const money = (amount: string, sign = false) => <Money as="exact" amount={amount} currency={currency} sign={sign} />
  const quantity = (amount: string) => `${formatPlain(amount, lang)} ${base}`
  const stop = (price: string | null) => price !== null && <PriceText symbol={symbol} price={price} />
  return (
    <>
      <Hero
        label={words.result(order)}
        note={
          <>
            {pairOf(symbol)} <Side direction={direction} leverage={leverage} />
          </>
        }
        unit={currency}
      >
        {ended ? <ContractNet order={order} /> : formatAmount(order.margin, 'exact', currency, lang)}
      </Hero>
      {check}
      <Section title={t('receipt.opening')}>
        {openTick ? (
          <TickFacts tick={openTick} />
        ) : (
          <p className="muted">{t(ended ? 'receipt.neverOpened' : 'receipt.notYet')}</p>
        )}
      </Section>
      <LimitedGaps order={order} />
      {fills.map((fill) => (
        <Section
          key={fill.tick.hash + fill.quantity}
          title={`${t(`lever.cause.${fill.cause}`)} · ${quantity(fill.quantity)}`}
        >
          <TickFacts tick={fill.tick} />
          <Facts
            facts={[
              { id: 'margin', term: t('lever.margin'), value: money(fill.margin) },
              { id: 'profit', term: t('lever.profit'), value: money(fill.profit, true) },
              ...(isAbove(fill.limited, '0')
                ? [{ id: 'limited', term: t('lever.limited'), value: money(`-${fill.limited}`, true) }]
                : []),
              { id: 'fee', term: t('lever.closeFee'), value: money(fill.fee) },
              ...(isAbove(fill.liquidationFee, '0')
                ? [{ id: 'liquidationFee', term: t('lever.liquidationFee'), value: money(fill.liquidationFee) }]
                : []),
              { id: 'back', term: t('lever.returned'), value: money(fill.returned) },
              ...(isAbove(fill.shortfall, '0')
                ? [{ id: 'insured', term: t('lever.insured'), value: money(fill.shortfall) }]
                : []),
            ]}
          />
        </Section>
      ))}
      <Section title={t('receipt.rule')}>
        <p className="muted">{t('lever.receipt.opens')}</p>
        <p className={css.rule}>{t('lever.receipt.closes')}</p>
        <p className={css.rule}>
          {order.liquidationFeeBps === null
            ? t('lever.receipt.liquidationTakesAll')
            : t('lever.liquidationFeeNote', { rate: formatBps(order.liquidationFeeBps, lang) })}
        </p>
        {order.gaps && <p className={css.rule}>{t('lever.receipt.gaps')}</p>}
      </Section>
      <Section title={t('receipt.terms')}>
        <Facts
          facts={[
            { id: 'quantity', term: t('lever.quantity'), value: quantity(order.ordered) },
            { id: 'type', term: t('lever.type'), value: t(`lever.type.${order.type}`) },
            ...(order.price === null ? [] : [{ id: 'limit', term: t('lever.limitPrice'), value: stop(order.price) }]),
            { id: 'fees', term: t('lever.feeRate'), value: formatBps(order.feeBps, lang) },
            ...(order.liquidationFeeBps === null
              ? []
              : [
                  {
                    id: 'liquidationFees',
                    term: t('lever.liquidationFee'),
                    value: formatBps(order.liquidationFeeBps, lang),
                  },
                ]),
            ...(order.takeProfit === null
              ? []
              : [{ id: 'profit', term: t('lever.takeProfit'), value: stop(order.takeProfit) }]),
            ...(order.stopLoss === null
              ? []
              : [{ id: 'loss', term: t('lever.stopLoss'), value: stop(order.stopLoss) }]),
          ]}
        />
      </Section>
      <Section title={t('receipt.ledger')}>
        <Facts
          facts={[
            { id: 'paid', term: t('lever.paid'), value: money(order.paid) },
            { id: 'openFee', term: t('lever.openFee'), value: money(order.openFee) },
            ...(order.fundingTerms
              ? [
                  {
                    id: 'funding',
                    term: t('lever.fundingEvery', { hours: order.fundingTerms.hours }),
                    value: money(order.funding, true),
                  },
                ]
              : []),
            ...(ended
              ? [
                  { id: 'returned', term: t('lever.returned'), value: money(order.returned) },
                  {
                    id: 'net',
                    term: t('receipt.net'),
                    value: (
                      <>
                        <ContractNet order={order} /> {currency}
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
          ...(isAbove(order.exposure, '0')
            ? [{ id: 'exposure', term: t('lever.receipt.exposure'), value: money(order.exposure) }]
            : []),
          ...(openTick || order.type === 'limit'
            ? []
            : [{ id: 'reserve', term: t('lever.reserve'), value: money(order.reserve) }]),
          ...fills.flatMap(({ since, tick }) =>
            since === null ? [] : [{ id: tick.hash, term: t('receipt.since'), value: formatMillis(since) }],
          ),
        ]}
      />
    </>
  )
}
