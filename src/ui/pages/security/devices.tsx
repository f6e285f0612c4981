import type { Device } from '../../../api/account/safe.ts'
import { devicesMachine } from '../../../machines/user/devices.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { List } from '../../parts/lists/list.tsx'
import { device } from '../../parts/marks/drawings.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { SheetButton } from '../user/sheet-button.tsx'
import css from './devices.module.css'

/** The user's signed-in devices, in a sheet. */
export function Devices() {
  const { t } = useLabels()
  return (
    <SheetButton icon={device} label={t('devices.title')} description={t('devices.text')}>
      {() => <DeviceList />}
    </SheetButton>
  )
}

function DeviceList() {
  const { t } = useLabels()
  const actor = useActorOf(devicesMachine)
  const { devices, ending, busy, load, networkFailed } = useShown(actor, (now) => ({
    devices: now.context.devices,
    ending: now.context.ending,
    busy: now.hasTag('busy'),
    load: now.children.load,
    networkFailed: now.hasTag('networkFailed'),
  }))
  if (load) return <LoadFirst load={load} shapes={['row', 'row']} />
  const isAlone = devices.every(({ current }) => current)
  return (
    <div className={css.devices}>
      <List label={t('devices.title')}>
        {devices.map((device) => (
          <li key={device.id} className={css.device}>
            <DeviceLabels device={device} />
            {!device.current && (
              <Button
                kind="quiet"
                small
                busy={busy && ending.id === device.id}
                aria-label={t('devices.endNamed', { device: nameOf(device) ?? t('devices.unknown') })}
                onClick={() => actor.send({ type: 'devices.end', id: device.id })}
              >
                {t('devices.end')}
              </Button>
            )}
          </li>
        ))}
      </List>
      {networkFailed && <Callout tone="bad">{t('devices.unanswered')}</Callout>}
      {isAlone ? (
        <p className="fine">{t('devices.none')}</p>
      ) : (
        <Button busy={busy && ending.id === null} onClick={() => actor.send({ type: 'devices.endOthers' })}>
          {t('devices.endOthers')}
        </Button>
      )}
    </div>
  )
}

const nameOf = ({ browser, system }: Device): string | undefined =>
  [browser, system].filter((part) => part !== null).join(' · ') || undefined

function DeviceLabels({ device }: { device: Device }) {
  const { t } = useLabels()
  const { method, address, seenAt, since, current } = device
  return (
    <div className={css.words}>
      <p className={css.name}>
        {nameOf(device) ?? t('devices.unknown')}
        {current && <span className={css.this}>{t('devices.this')}</span>}
      </p>
      <p className={css.fine}>{t(method === 'wallet' ? 'account.byWallet' : 'account.byPassword')}</p>
      <p className={css.fine}>{address}</p>
      <p className={css.fine}>{t('devices.since', { time: formatTime(since) })}</p>
      <p className={css.fine}>{t('devices.seen', { time: formatTime(seenAt) })}</p>
    </div>
  )
}
