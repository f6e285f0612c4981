import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type RegisterField, targetText } from '../../../rules/credentials.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { CodeField, isOfAddress } from './code-field.tsx'
import css from './login.module.css'
import { TargetFields } from './target-fields.tsx'

/** Registering a user name. `inviteCode`: of the link that led here, or empty. */
export function RegisterForm({ inviteCode }: { inviteCode: string }) {
  const { session, notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.register, { input: { inviteCode }, ...inspection })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { form, errors, paper, token, ticket, areaCodes } = now.context
  const refusal = now.hasTag('refused') ? now.context.refusal : null
  const codeRefusal = now.hasTag('codeRefused') ? now.context.codeRefusal : null
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
  const typedCode = form.inviteCode.trim()
  // A friend's code that is good is left alone.
  const isFriends = typedCode !== '' && typedCode === inviteCode && errorOf('inviteCode') === undefined
  const offersPaper = typedCode !== paper?.inviteCode && !isFriends
  const asksForPaper = paper === null && now.matches({ paper: 'loading' })
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
      <TargetFields
        target={form}
        onChange={(field, value) => actor.send({ type: 'register.change', field, value })}
        onChannel={(channel) => actor.send({ type: 'register.setChannel', channel })}
        areas={{
          codes: areaCodes,
          failed: now.hasTag('areasFailed'),
          onRetry: () => actor.send({ type: 'register.loadAreas' }),
        }}
        error={errorOf('address') ?? (codeRefusal && isOfAddress(codeRefusal) ? refusalText(codeRefusal) : undefined)}
        readOnly={busy || now.hasTag('sendingCode')}
      />
      <CodeField
        {...bind('code')}
        hint={ticket === null ? undefined : t('register.sentTo', { target: targetText(form) })}
        sending={{
          busy: now.hasTag('sendingCode'),
          resendAt: now.hasTag('coolingDown') ? now.context.resendAt : null,
          sent: ticket !== null,
          networkFailed: now.hasTag('codeNetworkFailed'),
          refusal: codeRefusal,
          paperCode: (ticket !== null && now.matches({ paper: 'settled' }) && paper?.code) || null,
        }}
        onSend={() => actor.send({ type: 'register.sendCode' })}
      />
      <Field
        {...bind('inviteCode')}
        label={t('register.invite')}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
      />
      {(paper || asksForPaper) && offersPaper && (
        <div className={paper ? undefined : css.reserved}>
          <Callout
            tone="paper"
            action={
              <Button kind="plain" onClick={() => paper && bind('inviteCode').onChange(paper.inviteCode)}>
                {t('register.fillIn')}
              </Button>
            }
          >
            {t('register.paperInvite', { code: paper?.inviteCode ?? '00000' })}
          </Callout>
        </div>
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
