import type { MoneyRecord } from '../../../api/money/records.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { directionOf, formatAmount, formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
import { causePlace, labelOf } from './labels.ts'

const colours = { up: 'rise', down: undefined, flat: 'muted' } as const

/** A movement: what happened, when, and the change of the balance or of the reserved amount. */
export function RecordRow({ record }: { record: MoneyRecord }) {
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const { at, currency, amount, held } = record
  const isMoved = directionOf(amount) !== 'flat'
  const place = causePlace(record)
  const note = isMoved ? undefined : t(directionOf(held) === 'up' ? 'records.setAside' : 'records.givenBack')
  return (
    <Row
      title={t(labelOf(record))}
      subtitle={formatTime(at)}
      value={
        <span className={hidden ? 'muted' : colours[directionOf(amount)]}>
          {hidden
            ? MASK
            : isMoved
              ? formatAmount(amount, 'exact', currency, lang, { sign: true })
              : formatAmount(held.replace('-', ''), 'exact', currency, lang)}
        </span>
      }
      note={<span className="muted">{note ? `${currency} · ${note}` : currency}</span>}
      {...(place !== undefined && { to: place })}
    />
  )
}
