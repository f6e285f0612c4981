import { formatMillis } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts, type FactTable } from '../../parts/lists/list.tsx'
import { Section } from './receipt-sections.tsx'

type StatedProps = {
  order: { id: string; acceptedAt?: number; settledAt: number | null }
  /** Further statements of its kind. */
  also?: FactTable | undefined
}

/** Half of it may be on a line of its own. */
const OrderId = ({ id }: { id: string }) => (
  <span translate="no">
    {id.slice(0, 13)}
    <wbr />
    {id.slice(13)}
  </span>
)

/** What of an order the server alone says, and nothing on the record proves: docs/protocol.md lists the same. */
export function Stated({ order: { id, acceptedAt, settledAt }, also = [] }: StatedProps) {
  const { t } = useLabels()
  return (
    <Section title={t('receipt.stated')}>
      <p className="muted">{t('receipt.statedHint')}</p>
      <Facts
        facts={[
          { term: t('receipt.orderId'), value: <OrderId id={id} /> },
          acceptedAt !== undefined && { term: t('receipt.accepted'), value: formatMillis(acceptedAt) },
          settledAt !== null && { term: t('receipt.ended'), value: formatMillis(settledAt) },
          ...also,
        ]}
      />
    </Section>
  )
}
