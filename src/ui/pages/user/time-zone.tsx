import { startTransition, useActionState, useDeferredValue, useOptimistic } from 'react'
import { deviceZone, offsetName, UTC, type Zone } from '../../../rules/time/zone.ts'
import { useServices } from '../../app/services.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import css from './language.module.css'

/** The time zone for days and months; offers the device's. A choice applies at once, and is saved. */
export function TimeZonePage() {
  const { chooseZone, notice, serverNow } = useServices()
  const { t } = useLabels()
  const zone = useZone()
  const [shown, show] = useOptimistic(zone)
  const [, choose, busy] = useActionState<null, Zone>(async (_, chosen) => {
    show(chosen)
    try {
      await chooseZone(chosen)
      notice.send({ type: 'notice.show', notice: { key: 'updated', tone: 'good' } })
    } catch {
      // The notice gives the reason, and the zone is reset.
    }
    return null
  }, null)
  const device = deviceZone()
  // It takes some time to ask for so many zones: their names show without it.
  const withOffsets = useDeferredValue(true, false)
  const labelOf = (each: Zone) =>
    withOffsets && each !== UTC
      ? `${zoneName(each)} ${offsetName(Math.floor(serverNow() / 1000), each)}`
      : zoneName(each)
  const zones = [...new Set([UTC, zone, device, ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <div className={css.page}>
      <SelectField
        label={t('timeZone.label')}
        hint={t('timeZone.hint')}
        options={zones.map((value) => ({ value, label: labelOf(value) }))}
        value={shown}
        onChange={(chosen) => startTransition(() => choose(chosen))}
      />
      {device !== shown && (
        <Button kind="quiet" busy={busy} onClick={() => startTransition(() => choose(device))}>
          {t('timeZone.device', { zone: zoneName(device) })}
        </Button>
      )}
    </div>
  )
}
