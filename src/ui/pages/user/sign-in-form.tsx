import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { SignInTyped as Typed } from '../../../machines/signIn.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { AuthenticatorField, codeRefusal } from './authenticator-field.tsx'

/** Signing in by user name and password. */
export function SignInForm({ onForgot }: { onForgot: () => void }) {
  const { session, notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.signIn, inspection)
  const now = useSelector(actor, (snapshot) => snapshot)
  const { username, password, errors, token } = now.context
  const refusal = now.hasTag('refused') ? now.context.refusal : null
  const wrongPassword = refusal?.key === 'wrongPassword' ? refusalText(refusal) : undefined
  const busy = now.hasTag('busy')

  useEffect(() => {
    if (token === null) return
    session.send({ type: 'session.signedIn', token, method: 'password' })
    notice.send({ type: 'notice.show', notice: { key: 'signedIn', tone: 'good' } })
  }, [token, session, notice])

  const askingCode = now.hasTag('askingCode')
  const change = (field: keyof Typed) => (value: string) => actor.send({ type: 'signIn.change', field, value })
  if (askingCode) {
    return (
      <Form label={t('action.signIn')} found={refusal ?? errors} onSubmit={() => actor.send({ type: 'signIn.submit' })}>
        <p>{t('login.codeText')}</p>
        <AuthenticatorField
          value={now.context.code}
          onChange={change('code')}
          error={errors.code ? messageText(errors.code.key) : codeRefusal(refusal)}
          readOnly={busy}
        />
        {refusal && codeRefusal(refusal) === undefined && <Callout tone="bad">{refusalText(refusal)}</Callout>}
        {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
        <Button type="submit" busy={busy}>
          {t('action.signIn')}
        </Button>
        <Button kind="plain" onClick={() => actor.send({ type: 'signIn.back' })}>
          {t('login.otherAccount')}
        </Button>
      </Form>
    )
  }
  return (
    <Form label={t('action.signIn')} found={refusal ?? errors} onSubmit={() => actor.send({ type: 'signIn.submit' })}>
      <Field
        label={t('login.username')}
        error={errors.username && messageText(errors.username.key)}
        value={username}
        onChange={change('username')}
        readOnly={busy}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <Field
        label={t('login.password')}
        type="password"
        error={errors.password ? messageText(errors.password.key) : wrongPassword}
        value={password}
        onChange={change('password')}
        readOnly={busy}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {refusal && wrongPassword === undefined && <Callout tone="bad">{refusalText(refusal)}</Callout>}
      {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
      <Button type="submit" busy={busy}>
        {t('action.signIn')}
      </Button>
      <Button kind="plain" onClick={onForgot}>
        {t('login.forgot')}
      </Button>
    </Form>
  )
}
