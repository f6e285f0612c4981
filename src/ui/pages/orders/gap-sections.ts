import type { GapFacts } from '../../../rules/market/record-stretch.ts'
import { figuresOf } from './figures.tsx'
import type { Labels, SectionFacts } from './order-facts.ts'

type Gapped = { symbol: string; currency: string; gaps: readonly GapFacts[] | null }

/** Each gap in the record that deducted from an order's profit, with the ticks around it. */
export const gapSections = (order: Gapped, { t }: Labels): SectionFacts[] =>
  (order.gaps ?? []).map(({ before, after, limited }) => ({
    id: after.hash,
    title: t('lever.limited'),
    ticks: [before, after],
    facts: [{ term: t('lever.profit'), value: figuresOf(order, 'exact').signed(`-${limited}`) }],
  }))
