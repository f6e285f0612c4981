import type { Device } from '../../../api/account/safe.ts'
import { devicesMachine } from '../../../machines/user/devices.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAgo } from '../../format/ago.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { device as phone } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import css from './devices.module.css'

/** The devices on which the user is signed in. */
export function Devices() {
  const { t } = useLabels()
  const actor = useActorOf(devicesMachine)
  const { devices, ending, busy, load, networkFailed } = useShown(actor, (now) => ({
    devices: now.context.devices,
    ending: now.context.ending,
    busy: now.hasTag('busy'),
    load: now.children.load,
    networkFailed: now.hasTag('networkFailed'),
  }))
  const hasOthers = devices.some(({ current }) => !current)
  return (
    <section>
      <div className={css.head}>
        <h2>{t('devices.title')}</h2>
        {hasOthers && (
          <Button
            kind="plain"
            busy={busy && ending.id === null}
            onClick={() => actor.send({ type: 'devices.endOthers' })}
          >
            {t('devices.endOthers')}
          </Button>
        )}
      </div>
      {load ? (
        <LoadFirst load={load} shapes={['row', 'row']} />
      ) : (
        <List label={t('devices.title')}>
          {devices.map((device) => (
            <li key={device.id} className={css.device}>
              <DeviceRow
                device={device}
                busy={busy && ending.id === device.id}
                onEnd={() => actor.send({ type: 'devices.end', id: device.id })}
              />
            </li>
          ))}
        </List>
      )}
      {networkFailed && <Callout tone="bad">{t('devices.unanswered')}</Callout>}
      {!load && !hasOthers && <p className={css.fine}>{t('devices.none')}</p>}
    </section>
  )
}

function DeviceRow({ device, busy, onEnd }: { device: Device; busy: boolean; onEnd: () => void }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const { browser, system, address, seenAt, current } = device
  const name = [browser, system].filter((part) => part !== null).join(' · ') || t('devices.unknown')
  return (
    <Row
      leading={<Icon name={phone} size={20} className={css.icon} />}
      title={name}
      subtitle={current ? `${t('device.this')} · ${address}` : address}
      value={
        <span className={css.fine}>
          {current ? t('devices.now') : formatAgo(Math.max(0, serverNow() / 1000 - seenAt), lang)}
        </span>
      }
      note={
        current ? undefined : (
          <Button kind="plain" small busy={busy} aria-label={t('devices.endNamed', { device: name })} onClick={onEnd}>
            {t('devices.end')}
          </Button>
        )
      }
    />
  )
}
