import type { ReactNode } from 'react'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { formatCount } from '../../format/format.ts'
import { formatMillis } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { PriceText } from './figures.tsx'
import { Hash } from './hash.tsx'
import css from './receipt.module.css'

/** One section of a receipt. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3 className={css.title}>{title}</h3>
      {children}
    </section>
  )
}

/** A recorded tick in a receipt. */
export function TickFacts({ tick }: { tick: RecordedTick }) {
  const { t, lang } = useLabels()
  return (
    <Facts
      facts={[
        { term: t('price.label'), value: <PriceText symbol={tick.symbol} price={tick.price} /> },
        { term: t('time.label'), value: formatMillis(tick.time) },
        { term: t('receipt.sequence'), value: formatCount(tick.seq, lang) },
        { term: t('receipt.hash'), value: <Hash hash={tick.hash} /> },
      ]}
    />
  )
}
