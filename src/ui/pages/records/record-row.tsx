import type { MoneyRecord } from '../../../api/money/records.ts'
import { MASK, useHidden, useMask } from '../../app/hidden.ts'
import { directionOf, formatAmount, formatTimeOfDay } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { causeOf, isMoved, labelOf, movedOf } from './labels.ts'

const colours = { up: 'rise', down: 'fall', flat: 'muted' } as const

/**
 * The change of the balance, with its sign, or else the amount that was reserved or released.
 *
 * @param decimals at least so many, as in its column
 */
export function useMoved(record: MoneyRecord, decimals?: number): { text: string; colour: string | undefined } {
  const { lang } = useLabels()
  const hidden = useHidden()
  const { currency, amount } = record
  if (hidden) return { text: MASK, colour: 'muted' }
  return isMoved(record)
    ? {
        text: formatAmount(amount, 'exact', currency, lang, { sign: true, decimals }),
        colour: causeOf(record)?.isProfit && colours[directionOf(amount)],
      }
    : { text: formatAmount(movedOf(record), 'exact', currency, lang, { decimals }), colour: 'muted' }
}

type RecordRowProps = { record: MoneyRecord; decimals: number | undefined; onOpen: (id: string) => void }

/** A movement: what happened, when, the change of the balance or of the reserved amount, and the balance after it. */
export function RecordRow({ record, decimals, onOpen }: RecordRowProps) {
  const { t, lang } = useLabels()
  const { text, colour } = useMoved(record, decimals)
  const { at, currency, held, balance, note, person } = record
  const mask = useMask()
  const time = formatTimeOfDay(at)
  const reserved = !isMoved(record) && t(directionOf(held) === 'up' ? 'records.setAside' : 'records.givenBack')
  return (
    <Row
      leading={<Icon name={causeOf(record)?.icon ?? 'info'} size={20} className="muted" />}
      title={t(labelOf(record))}
      subtitle={[time, reserved, person, note].filter(Boolean).join(' · ')}
      value={<span className={colour}>{text}</span>}
      note={
        <span className="muted">
          {balance === null
            ? currency
            : `${mask(formatAmount(balance, 'exact', currency, lang, { decimals }))} ${currency}`}
        </span>
      }
      onClick={() => onOpen(record.id)}
    />
  )
}
