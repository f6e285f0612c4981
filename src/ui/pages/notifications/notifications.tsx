import type { ActorRefFrom } from 'xstate'
import {
  type Change,
  notificationsMachine,
  type Permission,
  settingsWith,
} from '../../../machines/user/notifications.ts'
import { type MessageWay, messageGroups, staysOn } from '../../../rules/account/notifications.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { CheckTable } from '../../parts/fields/check-table.tsx'
import { Switch } from '../../parts/fields/switch.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { bell } from '../../parts/marks/drawings.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { EMAIL } from '../../router/places.ts'
import css from './notifications.module.css'
import { notifications } from './part.ts'

type Actor = ActorRefFrom<typeof notificationsMachine>

/** The kinds of message, as the tabs of the inbox group them. */
const kinds = Object.values(messageGroups).flat()

/** The ways in the order of the table. */
const ways: readonly MessageWay[] = ['app', 'push', 'email']

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
    return (
      <LoadFirst
        load={load}
        shapes={['button', ...kinds.map(() => 'row' as const)]}
        title={t('notifications.failed')}
      />
    )
  const shown = settingsWith(settings, changes)
  const change = (each: Change) => actor.send({ type: 'notifications.change', change: each })
  const has = { app: true, email: shown.email === 'bound', push: shown.push.devices > 0 }
  return (
    <div className="page">
      {failed && <Callout tone="bad">{t('notifications.notSet')}</Callout>}
      <div className={css.ways}>
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
      </div>
      <div>
        <CheckTable
          label={t('title.notifications')}
          title={t('filter.kind')}
          columns={ways
            .filter((way) => way !== 'email' || shown.email !== 'off')
            .map((way) => ({ id: way, title: t(`notifications.way.${way}`) }))}
          rows={kinds.map((kind) => ({
            id: kind,
            title: t(`messages.kind.${kind}`),
            note: t(`notifications.about.${kind}`),
          }))}
          check={(kind, way) => ({
            on: shown.switches[kind][way] && has[way],
            disabled: !has[way],
            locked: staysOn({ kind, way }) ? t('notifications.alwaysOn') : undefined,
          })}
          onChange={(kind, way, on) => change({ what: 'switch', kind, way, on })}
        />
        <p className={css.fine}>
          <Sentences>
            {t('notifications.staysOn')}
            {t('notifications.offInApp')}
          </Sentences>
        </p>
      </div>
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
    <>
      <Callout
        icon={bell}
        action={
          here ? (
            <Button kind="plain" busy={busy} onClick={() => actor.send({ type: 'push.withdraw' })}>
              {t('notifications.withdraw')}
            </Button>
          ) : (
            !reason && (
              <Button kind="plain" aria-haspopup="dialog" onClick={() => actor.send({ type: 'push.explain' })}>
                {t('notifications.turnOn')}
              </Button>
            )
          )
        }
      >
        {t(reason ?? (here ? 'notifications.deviceOn' : 'notifications.deviceOff'))}
      </Callout>
      <Sheet
        open={explaining}
        onClose={() => actor.send({ type: 'push.leave' })}
        title={t('device.this')}
        locked={explaining && busy}
      >
        <ul className={css.facts}>
          <li>{t('notifications.explainWhat')}</li>
          <li>{t('notifications.explainScreen')}</li>
          <li>{t('notifications.explainMaker')}</li>
          <li>{t('notifications.explainEnd')}</li>
        </ul>
        <Button busy={busy} onClick={() => actor.send({ type: 'push.ask' })}>
          {t('notifications.ask')}
        </Button>
      </Sheet>
    </>
  )
}
