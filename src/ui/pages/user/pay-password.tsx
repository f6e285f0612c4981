import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { UserInfo } from '../../../api/user.ts'
import { type PayPasswordField, refusedSafeField } from '../../../rules/proof.ts'
import { goBack } from '../../hash.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { CodeField } from './code-field.tsx'
import { ProofFields } from './proof-fields.tsx'
import css from './two-factor.module.css'

/** Setting, changing and resetting the transaction password. */
export function PayPasswordPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <PayPassword user={user} /> : <Skeleton bones={['line', 'line', 'line', 'button']} />
}

function PayPassword({ user: { username, address } }: { user: UserInfo }) {
  const { notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const input = { address: username === null ? address : null }
  const actor = useActorRef(machines.payPassword, { input, ...inspection })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { form, mode, info, errors, sent, codeRefusal } = now.context
  const refusal = now.hasTag('refused') ? now.context.refusal : null
  const busy = now.hasTag('busy')
  const done = now.hasTag('done')
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { key: 'saved', tone: 'good' } })
    goBack('/pages/me/index')
  }, [done, notice])

  const bind = (field: PayPasswordField) => {
    const error = errors[field]
    const refused = refusal && refusedSafeField(refusal.key) === field ? refusalText(refusal) : undefined
    return {
      value: form[field],
      onChange: (value: string) => actor.send({ type: 'payPassword.change', field, value }),
      error: error ? messageText(error.key) : refused,
      readOnly: busy,
    }
  }

  if (now.hasTag('failed')) {
    return <Failure title={t('safe.failed')} onRetry={() => actor.send({ type: 'payPassword.retry' })} />
  }
  if (now.hasTag('loading')) return <Skeleton bones={['line', 'line', 'line', 'button']} />
  return (
    <div className={css.page}>
      <p>{t(info.set ? 'pay.isSet' : 'pay.unset')}</p>
      <Form
        label={t('title.payPassword')}
        found={refusal ?? errors}
        onSubmit={() => actor.send({ type: 'payPassword.submit' })}
      >
        {mode === 'change' && (
          <Field {...bind('old')} label={t('pay.old')} type="password" autoComplete="off" enterKeyHint="next" />
        )}
        <Field
          {...bind('next')}
          label={t('pay.new')}
          hint={t('register.passwordHint')}
          type="password"
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <Field
          {...bind('confirm')}
          label={t('password.again')}
          type="password"
          autoComplete="new-password"
          enterKeyHint={mode === 'change' ? 'go' : 'next'}
        />
        {mode === 'reset' && info.email !== null && (
          <CodeField
            {...bind('emailCode')}
            hint={t('pay.emailHint', { email: info.email })}
            sending={{
              busy: now.hasTag('sendingCode'),
              resendAt: now.hasTag('coolingDown') && sent ? sent.sentAt + 60_000 : null,
              sent: sent !== null,
              networkFailed: now.hasTag('codeNetworkFailed'),
              refusal: now.hasTag('codeRefused') ? codeRefusal : null,
              paperCode: sent?.code ?? null,
            }}
            onSend={() => actor.send({ type: 'payPassword.sendCode' })}
          />
        )}
        {mode !== 'change' && <ProofFields address={form.address} isBound={info.authenticator} bind={bind} />}
        {refusal && refusedSafeField(refusal.key) === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
        {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
        <Button type="submit" busy={busy}>
          {t(`pay.${mode}`)}
        </Button>
        {info.set && (
          <Button
            kind="plain"
            onClick={() => actor.send({ type: 'payPassword.setMode', mode: mode === 'change' ? 'reset' : 'change' })}
          >
            {t(mode === 'change' ? 'pay.forgot' : 'pay.remember')}
          </Button>
        )}
      </Form>
    </div>
  )
}
