import { useActorRef, useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/user.ts'
import type { ProofField } from '../../../rules/proof.ts'
import { refusedSafeField } from '../../../rules/proof.ts'
import { CopyButton } from '../../copy-button.tsx'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Form } from '../../parts/form.tsx'
import { Card } from '../../parts/list.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { AuthenticatorField } from './authenticator-field.tsx'
import { ProofFields } from './proof-fields.tsx'
import { QrCode } from './qr-code.tsx'
import css from './two-factor.module.css'

/** Binding a two-factor authenticator, and removing it. */
export function TwoFactorPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <TwoFactor user={user} /> : <Skeleton bones={['card', 'line', 'button']} />
}

function TwoFactor({ user: { username, address } }: { user: UserInfo }) {
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const input = { address: username === null ? address : null }
  const actor = useActorRef(machines.twoFactor, { input, ...inspection })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { context } = now
  const { authenticator, errors } = context
  const refusal = now.hasTag('refused') ? context.refusal : null
  const busy = now.hasTag('busy')
  const bind = (field: ProofField) => ({
    value: context[field],
    onChange: (value: string) => actor.send({ type: 'twoFactor.change', field, value }),
    error: errors[field]
      ? messageText(errors[field].key)
      : refusal && refusedSafeField(refusal.key) === field
        ? refusalText(refusal)
        : undefined,
    readOnly: busy,
  })
  const form = { found: refusal ?? errors, onSubmit: () => actor.send({ type: 'twoFactor.submit' }) }
  const failures = (
    <>
      {refusal && refusedSafeField(refusal.key) === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
      {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
    </>
  )

  if (now.hasTag('failed')) {
    return <Failure title={t('safe.failed')} onRetry={() => actor.send({ type: 'twoFactor.retry' })} />
  }
  if (now.hasTag('unbound')) {
    return (
      <div className={css.page}>
        <p>{t('google.unbound')}</p>
        <Form label={t('google.start')} {...form}>
          <ProofFields address={context.address} isBound={false} bind={bind} />
          {failures}
          <Button type="submit" busy={busy}>
            {t('google.start')}
          </Button>
        </Form>
      </div>
    )
  }
  if (now.hasTag('offered') && authenticator?.offer) {
    const { secret, uri } = authenticator.offer
    return (
      <div className={css.page}>
        <p>{t('google.scan')}</p>
        <QrCode text={uri} label={t('google.qr')} className={css.qr} />
        <Card title={t('google.key')}>
          <p className={css.key}>
            <span>{secret}</span>
            <CopyButton text={secret} label={t('google.copyKey')} />
          </p>
        </Card>
        <Form label={t('google.bind')} {...form}>
          <AuthenticatorField {...bind('code')} recovery={false} />
          {failures}
          <Button type="submit" busy={busy}>
            {t('google.bind')}
          </Button>
          <Button kind="plain" onClick={() => actor.send({ type: 'twoFactor.cancel' })}>
            {t('action.cancel')}
          </Button>
        </Form>
      </div>
    )
  }
  if (now.hasTag('recovery') && authenticator?.recoveryCodes) {
    const codes = authenticator.recoveryCodes
    return (
      <div className={css.page}>
        <p>{t('google.codesText')}</p>
        <Card title={t('google.codes')}>
          <ul className={css.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyButton text={codes.join('\n')} label={t('google.copyCodes')} />
        </Card>
        <Button onClick={() => actor.send({ type: 'twoFactor.keptCodes' })}>{t('google.codesKept')}</Button>
      </div>
    )
  }
  if (now.hasTag('bound') && authenticator) {
    return (
      <div className={css.page}>
        <p>{t('google.bound')}</p>
        <p className="muted">{t('google.left', { left: String(authenticator.recoveryCodesLeft) })}</p>
        <Form label={t('google.unbind')} {...form}>
          <ProofFields address={context.address} isBound bind={bind} />
          {failures}
          <Button type="submit" kind="quiet" busy={busy}>
            {t('google.unbind')}
          </Button>
        </Form>
      </div>
    )
  }
  return <Skeleton bones={['card', 'line', 'button']} />
}
