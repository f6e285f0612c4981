import { useSelector } from '@xstate/react'
import { PASSKEY_NAME_MAX, type Passkey } from '../../../api/account/passkeys.ts'
import type { UserInfo } from '../../../api/account/user.ts'
import { passkeysMachine } from '../../../machines/user/passkeys.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { hasNoDomain, hasPasskeys } from '../../app/has-passkeys.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatDate } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { key } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import css from './authenticator.module.css'
import { ProofFields } from './proof-fields.tsx'

/** Lists, adds and removes passkeys. */
export function PasskeysPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <Passkeys user={user} /> : <Skeleton shapes={['card', 'row', 'button']} />
}

function Passkeys({ user: { username, address } }: { user: UserInfo }) {
  const { t } = useLabels()
  const byWallet = username === null
  const actor = useActorOf(passkeysMachine, { address: byWallet ? address : null })
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    list: now.context.list,
    id: now.context.id,
    load: now.children.load,
    adding: now.hasTag('adding'),
    removing: now.hasTag('removing'),
  }))
  const { failure, errors, busy, list, id, load, adding, removing } = shown
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'passkeys.change', field, value }))
  const form = { found: failure?.refusal ?? errors, onSubmit: () => actor.send({ type: 'passkeys.submit' }) }
  const proof = <ProofFields address={byWallet ? address : null} isBound={list?.authenticator ?? false} bind={bind} />
  const cancel = (
    <Button kind="plain" onClick={() => actor.send({ type: 'passkeys.cancel' })}>
      {t('action.cancel')}
    </Button>
  )
  if (!list) return <LoadFirst load={load} shapes={['card', 'row', 'button']} />
  const chosen = list.passkeys.find((each) => each.id === id)
  if (adding) {
    return (
      <div className={css.page}>
        <p>{t('passkeys.addText')}</p>
        <Form label={t('passkeys.add')} {...form}>
          <Field
            {...bind('name')}
            label={t('passkeys.name')}
            hint={t('passkeys.nameHint')}
            name="passkey-name"
            autoComplete="off"
            maxLength={PASSKEY_NAME_MAX}
            enterKeyHint="next"
          />
          {proof}
          <FormFailure failure={failure} />
          <ActionBar>
            <Button type="submit" busy={busy}>
              {t('passkeys.add')}
            </Button>
          </ActionBar>
          {cancel}
        </Form>
      </div>
    )
  }
  if (removing && chosen) {
    return (
      <div className={css.page}>
        <p>{t('passkeys.removeText', { name: chosen.name })}</p>
        {list.passkeys.length === 1 && <Callout>{t(byWallet ? 'passkeys.lastWallet' : 'passkeys.last')}</Callout>}
        <Form label={t('passkeys.remove')} {...form}>
          {proof}
          <FormFailure failure={failure} />
          <ActionBar>
            <Button type="submit" kind="quiet" busy={busy}>
              {t('passkeys.remove')}
            </Button>
          </ActionBar>
          {cancel}
        </Form>
      </div>
    )
  }
  return (
    <div className={css.page}>
      <p>{t('passkeys.text')}</p>
      {list.passkeys.length > 0 && (
        <List label={t('title.passkeys')} lined>
          {list.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} onRemove={() => actor.send({ type: 'passkeys.remove', id: passkey.id })} />
            </li>
          ))}
        </List>
      )}
      <p className="muted">{t(byWallet ? 'passkeys.lostWallet' : 'passkeys.lost')}</p>
      {hasPasskeys() ? (
        <ActionBar>
          <Button onClick={() => actor.send({ type: 'passkeys.add' })}>{t('passkeys.add')}</Button>
        </ActionBar>
      ) : (
        <Callout>
          {hasNoDomain() ? t('passkeys.noDomain', { host: location.hostname }) : t('passkeys.unsupported')}
        </Callout>
      )}
    </div>
  )
}

function PasskeyRow({ passkey: { name, createdAt, usedAt }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useLabels()
  const added = t('passkeys.added', { date: formatDate(createdAt) })
  return (
    <Row
      leading={<Icon name={key} size={20} />}
      title={name}
      subtitle={`${added} · ${usedAt === null ? t('passkeys.unused') : t('passkeys.used', { date: formatDate(usedAt) })}`}
      note={
        <Button kind="plain" small aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
          {t('passkeys.removeShort')}
        </Button>
      }
    />
  )
}
