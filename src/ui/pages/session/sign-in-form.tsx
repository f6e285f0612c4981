import { useEffect } from 'react'
import { signInMachine } from '../../../machines/session/signIn.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { hasPasskeys } from '../../app/has-passkeys.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { key } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { AuthenticatorField } from '../security/authenticator-field.tsx'

/** Sign-in by user name and password, or by a passkey. */
export function SignInForm({ onForgot }: { onForgot: () => void }) {
  const { session, notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(signInMachine)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    token: now.context.token,
    method: now.context.method,
    askingCode: now.hasTag('askingCode'),
  }))
  const { failure, errors, token, method, busy, askingCode } = shown
  useEffect(() => {
    if (token === null) return
    session.send({ type: 'session.signedIn', token, method })
    notice.send({ type: 'notice.show', notice: { key: 'signedIn', tone: 'good' } })
  }, [token, method, session, notice])

  const bind = bindFields(shown, (field, value) => actor.send({ type: 'signIn.change', field, value }))
  const byPasskey = () => actor.send({ type: 'signIn.passkey' })
  if (askingCode) {
    return (
      <Form
        label={t('action.signIn')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'signIn.submit' })}
      >
        <p>{t('login.codeText')}</p>
        <AuthenticatorField {...bind('code')} />
        <FormFailure failure={failure?.field === 'password' ? { ...failure, field: null } : failure} />
        <ActionBar>
          <Button type="submit" busy={busy}>
            {t('action.signIn')}
          </Button>
        </ActionBar>
        {hasPasskeys() && (
          <Button kind="quiet" icon={<Icon name={key} size={20} />} onClick={byPasskey}>
            {t('login.passkeyInstead')}
          </Button>
        )}
        <Button kind="plain" onClick={() => actor.send({ type: 'signIn.back' })}>
          {t('login.otherAccount')}
        </Button>
      </Form>
    )
  }
  return (
    <Form
      label={t('action.signIn')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'signIn.submit' })}
    >
      <Field
        {...bind('username')}
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <Field
        {...bind('password')}
        label={t('login.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <FormFailure failure={failure} />
      <ActionBar>
        <Button type="submit" busy={busy}>
          {t('action.signIn')}
        </Button>
      </ActionBar>
      {hasPasskeys() && (
        <Button kind="quiet" icon={<Icon name={key} size={20} />} onClick={byPasskey}>
          {t('login.passkey')}
        </Button>
      )}
      <Button kind="plain" onClick={onForgot}>
        {t('login.forgot')}
      </Button>
    </Form>
  )
}
