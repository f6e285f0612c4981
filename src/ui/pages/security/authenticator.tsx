import { useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/account/user.ts'
import { authenticatorMachine } from '../../../machines/user/authenticator.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { QrCode } from '../../parts/marks/qr-code.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import css from './authenticator.module.css'
import { AuthenticatorField } from './authenticator-field.tsx'
import { ProofFields } from './proof-fields.tsx'

/** Sets up and removes a two-factor authenticator. */
export function AuthenticatorPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <Authenticator user={user} /> : <Skeleton shapes={['card', 'line', 'button']} />
}

function Authenticator({ user: { username, address } }: { user: UserInfo }) {
  const { t } = useLabels()
  const input = { address: username === null ? address : null }
  const actor = useActorOf(authenticatorMachine, input)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    authenticator: now.context.authenticator,
    load: now.children.load,
    unbound: now.hasTag('unbound'),
    offered: now.hasTag('offered'),
    recovery: now.hasTag('recovery'),
    bound: now.hasTag('bound'),
  }))
  const { failure, authenticator, errors, busy, load, unbound, offered, recovery, bound } = shown
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'authenticator.change', field, value }))
  const form = { found: failure?.refusal ?? errors, onSubmit: () => actor.send({ type: 'authenticator.submit' }) }

  if (unbound) {
    return (
      <div className={css.page}>
        <p>{t('authenticator.unbound')}</p>
        <Form label={t('authenticator.start')} {...form}>
          <ProofFields address={address} isBound={false} bind={bind} />
          <FormFailure failure={failure} />
          <ActionBar>
            <Button type="submit" busy={busy}>
              {t('authenticator.start')}
            </Button>
          </ActionBar>
        </Form>
      </div>
    )
  }
  if (offered && authenticator?.offer) {
    const { secret, uri } = authenticator.offer
    return (
      <div className={css.page}>
        <p>{t('authenticator.scan')}</p>
        <QrCode text={uri} label={t('authenticator.qr')} className={css.qr} />
        <a className={css.open} href={uri}>
          {t('authenticator.open')}
        </a>
        <Card title={t('authenticator.key')}>
          <p className={css.key}>
            <span>{secret.match(/.{1,4}/g)?.join(' ')}</span>
            <CopyButton text={secret} label={t('authenticator.copyKey')} />
          </p>
        </Card>
        <Form label={t('authenticator.bind')} {...form}>
          <AuthenticatorField {...bind('code')} recovery={false} />
          <FormFailure failure={failure} />
          <ActionBar>
            <Button type="submit" busy={busy}>
              {t('authenticator.bind')}
            </Button>
          </ActionBar>
          <Button kind="plain" onClick={() => actor.send({ type: 'authenticator.cancel' })}>
            {t('action.cancel')}
          </Button>
        </Form>
      </div>
    )
  }
  if (recovery && authenticator?.recoveryCodes) {
    const codes = authenticator.recoveryCodes
    return (
      <div className={css.page}>
        <p>{t('authenticator.codesText')}</p>
        <Card title={t('authenticator.codes')}>
          <ul className={css.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyButton text={codes.join('\n')} label={t('authenticator.copyCodes')} />
        </Card>
        <Button onClick={() => actor.send({ type: 'authenticator.keptCodes' })}>{t('authenticator.codesKept')}</Button>
      </div>
    )
  }
  if (bound && authenticator) {
    return (
      <div className={css.page}>
        <p>{t('authenticator.bound')}</p>
        <p className="muted">{t('authenticator.left', { left: String(authenticator.recoveryCodesLeft) })}</p>
        <Form label={t('authenticator.unbind')} {...form}>
          <ProofFields address={address} isBound bind={bind} />
          <FormFailure failure={failure} />
          <ActionBar>
            <Button type="submit" kind="quiet" busy={busy}>
              {t('authenticator.unbind')}
            </Button>
          </ActionBar>
        </Form>
        <GuideLink slug="recovery" />
      </div>
    )
  }
  return <LoadFirst load={load} shapes={['card', 'line', 'button']} />
}
