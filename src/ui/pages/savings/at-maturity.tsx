import { formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'

type AtMaturityProps = {
  renew: boolean
  busy?: boolean
  /** How long it can be changed, in ms. */
  until?: number
  onChange: (renew: boolean) => void
}

/** What a deposit does at maturity. */
export function AtMaturity({ renew, busy = false, until, onChange }: AtMaturityProps) {
  const { t } = useLabels()
  return (
    <div>
      <Choice
        legend={t('savings.atEnd')}
        options={[
          { value: 'out', label: t('savings.payOut'), disabled: busy },
          { value: 'again', label: t('savings.again'), disabled: busy },
        ]}
        value={renew ? 'again' : 'out'}
        onChange={(value) => onChange(value === 'again')}
      />
      {renew && <p className="fine">{t('savings.againHint')}</p>}
      {until !== undefined && <p className="fine">{t('savings.until', { date: formatTimeMs(until) })}</p>}
    </div>
  )
}
