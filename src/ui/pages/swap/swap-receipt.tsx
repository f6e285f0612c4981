import type { ReactNode } from 'react'
import type { SwapReceipt as Receipted, Swap } from '../../../api/money/swap.ts'
import { swapReceiptMachine } from '../../../machines/money/swaps.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatPlain, formatPrice } from '../../format/format.ts'
import { formatMillis } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { OrderSheet } from '../../offers/one-order.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Money } from '../orders/figures.tsx'
import { ReceiptCheck } from '../orders/receipt-check.tsx'
import { Section } from '../orders/receipt-sections.tsx'
import { ReceiptView } from '../orders/receipt-view.tsx'
import { Stated } from '../orders/stated.tsx'
import { SwapFacts } from './facts.tsx'

/** One swap with everything its rate is based on. `id`: null to show none. */
export function SwapReceipt({ id }: { id: string | null }) {
  const { t } = useLabels()
  return (
    <OrderSheet id={id} title={t('swap.done')}>
      {(known) => <Receipt id={known} />}
    </OrderSheet>
  )
}

function Receipt({ id }: { id: string }) {
  const { t } = useLabels()
  return (
    <ReceiptView<Receipted> machine={swapReceiptMachine} input={{ id }}>
      {({ order, proofs }, actor) => (
        <SwapDetails
          swap={order}
          check={
            <ReceiptCheck
              actor={actor}
              ticks={proofs.flatMap(({ ticks }) => ticks)}
              ended={true}
              nothing={t('swap.receipt.nothing')}
            />
          }
        />
      )}
    </ReceiptView>
  )
}

function SwapDetails({ swap: done, check }: { swap: Swap; check: ReactNode }) {
  const { t, lang } = useLabels()
  return (
    <>
      <Hero label={t('swap.to')} unit={done.to}>
        {formatPlain(done.receive, lang)}
      </Hero>
      {check}
      <Facts
        facts={[
          { term: t('swap.from'), value: <Money amount={done.amount} currency={done.from} /> },
          ...done.legs.map(({ tick }) => ({
            id: tick.symbol,
            term: t('swap.tick', { coin: instrumentOf(tick.symbol).base }),
            value: (
              <>
                {formatPrice(tick.price, instrumentOf(tick.symbol).scale, lang)} ·{' '}
                {t('swap.tickNumber', { number: String(tick.seq) })}
              </>
            ),
          })),
        ]}
      />
      <SwapFacts
        from={done.from}
        to={done.to}
        rate={done.rate}
        spreadBps={done.spreadBps}
        feeBps={done.feeBps}
        fee={done.fee}
      />
      <Section title={t('receipt.rule')}>
        <p className="muted">{t('swap.receipt.rule')}</p>
      </Section>
      <Stated
        order={{ id: done.id, settledAt: done.settledAt }}
        also={[{ term: t('swap.receipt.quoted'), value: formatMillis(done.quotedAt) }]}
      />
    </>
  )
}
