import type { GapFacts } from '../../../rules/market/tick-proof.ts'
import { useWords } from '../../i18n/index.ts'
import { Facts } from '../../parts/list.tsx'
import { Money } from './figures.tsx'
import { Section, TickFacts } from './receipt-sections.tsx'

/** Each gap in the record that deducted from an order's profit, with the ticks around it. */
export function LimitedGaps({ order }: { order: { currency: string; gaps: readonly GapFacts[] | null } }) {
  const { t } = useWords()
  return order.gaps?.map(({ before, after, limited }) => (
    <Section key={after.hash} title={t('lever.limited')}>
      <TickFacts tick={before} />
      <TickFacts tick={after} />
      <Facts
        facts={[
          {
            id: 'limited',
            term: t('lever.profit'),
            value: <Money as="exact" amount={`-${limited}`} currency={order.currency} sign />,
          },
        ]}
      />
    </Section>
  ))
}
