import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { RegisterField } from '../../../rules/credentials.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { CodeField } from './code-field.tsx'
import { TargetFields } from './target-fields.tsx'

/** Registering a user name. */
export function RegisterForm() {
  const { session, notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.register, inspection)
  const now = useSelector(actor, (snapshot) => snapshot)
  const { form, errors, paper, token } = now.context
  const refusal = now.hasTag('refused') ? now.context.refusal : null
  const busy = now.hasTag('busy')

  useEffect(() => {
    if (token === null) return
    session.send({ type: 'session.signedIn', token, method: 'password' })
    notice.send({ type: 'notice.show', notice: { key: 'registered', tone: 'good' } })
  }, [token, session, notice])

  const errorOf = (field: RegisterField) => {
    const error = errors[field]
    if (error) return messageText(error.key)
    return refusal?.field === field ? refusalText(refusal) : undefined
  }
  const bind = (field: Exclude<RegisterField, 'address'>) => ({
    error: errorOf(field),
    value: form[field],
    onChange: (value: string) => actor.send({ type: 'register.change', field, value }),
    readOnly: busy,
  })
  return (
    <Form
      label={t('register.submit')}
      found={refusal ?? errors}
      onSubmit={() => actor.send({ type: 'register.submit' })}
    >
      <Field
        {...bind('username')}
        label={t('login.username')}
        hint={t('register.usernameHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <Field
        {...bind('password')}
        label={t('login.password')}
        hint={t('register.passwordHint')}
        type="password"
        name="password"
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <Field
        {...bind('confirm')}
        label={t('register.confirm')}
        type="password"
        name="confirm"
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <TargetFields actor={actor} error={errorOf('address')} />
      <CodeField actor={actor} {...bind('code')} />
      <Field
        {...bind('inviteCode')}
        label={t('register.invite')}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
      />
      {paper && form.inviteCode.trim() !== paper.inviteCode && (
        <Callout
          tone="paper"
          action={
            <Button kind="plain" onClick={() => bind('inviteCode').onChange(paper.inviteCode)}>
              {t('register.fillIn')}
            </Button>
          }
        >
          {t('register.paperInvite', { code: paper.inviteCode })}
        </Callout>
      )}
      {refusal && refusal.field === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
      {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
      <div>
        <Button type="submit" busy={busy}>
          {t('register.submit')}
        </Button>
        <p className="fine">{t('register.fine')}</p>
      </div>
    </Form>
  )
}
