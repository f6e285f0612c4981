import type { MoneyRecord } from '../../../api/money/records.ts'
import { useMask } from '../../app/hidden.ts'
import { directionOf, formatAmount, formatTime } from '../../format/format.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { SERVICE } from '../../router/places.ts'
import { causeName, causePlace, isMoved, labelOf } from './labels.ts'
import { NoteForm } from './note-form.tsx'
import { useMoved } from './record-row.tsx'
import css from './records.module.css'

type RecordSheetProps = {
  /** Undefined while the sheet is closed. */
  record: MoneyRecord | undefined
  onNoted: (id: string, note: string | null) => void
  onClose: () => void
}

/** A record in full, with the user's note. */
export function RecordSheet({ record, onNoted, onClose }: RecordSheetProps) {
  const { t } = useLabels()
  return (
    <Sheet open={record !== undefined} onClose={onClose} title={record ? t(labelOf(record)) : ''}>
      {record && <OneRecord key={record.id} record={record} onNoted={(note) => onNoted(record.id, note)} />}
    </Sheet>
  )
}

type OneRecordProps = { record: MoneyRecord; onNoted: (note: string | null) => void }

function OneRecord({ record, onNoted }: OneRecordProps) {
  const { t, lang } = useLabels()
  const mask = useMask()
  const zone = useZone()
  const { text } = useMoved(record)
  const { id, at, currency, amount, held, balance, cause, causeId, person } = record
  const place = causePlace(record)
  const written = (change: string) =>
    `${mask(formatAmount(change, 'exact', currency, lang, { sign: true }))} ${currency}`
  const number = (label: string, value: string) => ({
    term: label,
    value: (
      <span className={css.number}>
        <span className="number" translate="no" data-may-cut="">
          {value}
        </span>
        <CopyButton text={value} label={t('action.copyOf', { what: label })} />
      </span>
    ),
  })
  return (
    <div className={css.sheet}>
      <Hero
        unit={currency}
        note={<span className="muted">{`${t(causeName(cause))} · ${formatTime(at)} ${zoneName(zone)}`}</span>}
      >
        <span>{text}</span>
      </Hero>
      <Card>
        <Facts
          facts={[
            { term: t('records.amount'), value: isMoved(record) ? written(amount) : t('records.unchanged') },
            directionOf(held) !== 'flat' && { term: t('records.heldChange'), value: written(held) },
            balance !== null && {
              term: t('records.balance'),
              value: `${mask(formatAmount(balance, 'exact', currency, lang))} ${currency}`,
            },
            person !== null && { term: t('records.person'), value: person },
          ]}
        />
      </Card>
      <Facts facts={[number(t('records.record'), id), causeId !== '' && number(t('records.reference'), causeId)]} />
      <NoteForm record={record} onNoted={onNoted} />
      <ActionBar pair>
        <LinkButton kind="quiet" to={SERVICE}>
          {t('action.report')}
        </LinkButton>
        {place !== undefined && (
          <LinkButton kind="quiet" to={place}>
            {t('records.details')}
          </LinkButton>
        )}
      </ActionBar>
    </div>
  )
}
