import type { ActorRefFrom } from 'xstate'
import {
  type Change,
  notificationsMachine,
  type Permission,
  settingsWith,
} from '../../../machines/user/notifications.ts'
import { type MessageKind, messageKinds, messageWays, staysOn } from '../../../rules/account/notifications.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Switch } from '../../parts/fields/switch.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { EMAIL } from '../../router/places.ts'
import css from './notifications.module.css'
import { notifications } from './part.ts'

type Actor = ActorRefFrom<typeof notificationsMachine>

/** Which notifications a user receives, and how. */
export function NotificationsPage() {
  const machines = usePart(notifications)
  const { t } = useLabels()
  const input = { permission: machines.permission() }
  const actor = useActorOf(notificationsMachine, input)
  const { settings, changes, load, failed } = useShown(actor, (now) => ({
    settings: now.context.settings,
    changes: now.context.changes,
    failed: now.context.failed,
    load: now.children.load,
  }))
  if (!settings)
    return <LoadFirst load={load} shapes={['card', 'card', 'card', 'card']} title={t('notifications.failed')} />
  const shown = settingsWith(settings, changes)
  const change = (each: Change) => actor.send({ type: 'notifications.change', change: each })
  const has = { app: true, email: shown.email === 'bound', push: shown.push.devices > 0 }
  return (
    <div className={css.page}>
      {failed && <Callout tone="bad">{t('notifications.notSet')}</Callout>}
      <ThisDevice actor={actor} here={shown.push.here} />
      {shown.email === 'none' && (
        <Callout
          action={
            <LinkButton kind="plain" to={EMAIL}>
              {t('title.email')}
            </LinkButton>
          }
        >
          {t('notifications.noEmail')}
        </Callout>
      )}
      {messageKinds.map((kind) => (
        <Kind key={kind} kind={kind}>
          {messageWays
            .filter((way) => has[way] || (way === 'email' && shown.email === 'none'))
            .map((way) => (
              <Switch
                key={way}
                label={t(`notifications.way.${way}`)}
                note={staysOn({ kind, way }) ? t('notifications.staysOn') : undefined}
                on={shown.switches[kind][way] && has[way]}
                disabled={staysOn({ kind, way }) || !has[way]}
                onChange={(on) => change({ what: 'switch', kind, way, on })}
              />
            ))}
        </Kind>
      ))}
      <Card title={t('notifications.outside')}>
        <Switch
          label={t('notifications.details')}
          note={t('notifications.detailsHint')}
          on={shown.details}
          onChange={(on) => change({ what: 'details', on })}
        />
      </Card>
    </div>
  )
}

function Kind({ kind, children }: { kind: MessageKind; children: React.ReactNode }) {
  const { t } = useLabels()
  return (
    <Card title={t(`messages.kind.${kind}`)}>
      <fieldset className={css.kind}>
        <legend className={css.about}>{t(`notifications.about.${kind}`)}</legend>
        {children}
      </fieldset>
    </Card>
  )
}

const reasons = { unsupported: 'notifications.unsupported', denied: 'notifications.denied' } as const

/** Push on this device, explained before the browser asks for permission. */
function ThisDevice({ actor, here }: { actor: Actor; here: boolean }) {
  const { t } = useLabels()
  const { permission, explaining, busy } = useShown(actor, (now) => ({
    permission: now.context.permission as Permission,
    explaining: now.hasTag('explaining'),
    busy: now.hasTag('busy'),
  }))
  const reason = !here && permission in reasons ? reasons[permission as keyof typeof reasons] : undefined
  return (
    <Card title={t('notifications.device')}>
      <div className={css.device}>
        <p className="muted">{t(reason ?? (here ? 'notifications.deviceOn' : 'notifications.deviceOff'))}</p>
        {here && (
          <Button kind="quiet" busy={busy} onClick={() => actor.send({ type: 'push.withdraw' })}>
            {t('notifications.withdraw')}
          </Button>
        )}
        {!here && !reason && (
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => actor.send({ type: 'push.explain' })}>
            {t('notifications.turnOn')}
          </Button>
        )}
      </div>
      <Sheet
        open={explaining}
        onClose={() => actor.send({ type: 'push.leave' })}
        title={t('notifications.device')}
        locked={explaining && busy}
      >
        <div className={css.device}>
          <ul className={css.facts}>
            <li>{t('notifications.explainWhat')}</li>
            <li>{t('notifications.explainScreen')}</li>
            <li>{t('notifications.explainMaker')}</li>
            <li>{t('notifications.explainEnd')}</li>
          </ul>
          <Button busy={busy} onClick={() => actor.send({ type: 'push.ask' })}>
            {t('notifications.ask')}
          </Button>
        </div>
      </Sheet>
    </Card>
  )
}
