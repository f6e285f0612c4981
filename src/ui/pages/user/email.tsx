import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { UserInfo } from '../../../api/user.ts'
import type { EmailField as EmailFieldName } from '../../../rules/proof.ts'
import { goBack } from '../../hash.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Form } from '../../parts/form.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { CodeField, isOfAddress } from './code-field.tsx'
import { ProofFields } from './proof-fields.tsx'
import { EmailField } from './target-fields.tsx'
import css from './two-factor.module.css'

/** Binding an e-mail address, and another in its place. */
export function EmailPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <Email user={user} /> : <Skeleton bones={['line', 'line', 'line', 'button']} />
}

function Email({ user: { username, address } }: { user: UserInfo }) {
  const { notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const input = { address: username === null ? address : null }
  const actor = useActorRef(machines.email, { input, ...inspection })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { form, info, errors, sentNew, sentOld } = now.context
  const refusal = now.hasTag('refused') ? now.context.refusal : null
  const newRefusal = now.hasTag('newCodeRefused') ? now.context.newCodeRefusal : null
  const oldRefusal = now.hasTag('oldCodeRefused') ? now.context.oldCodeRefusal : null
  const busy = now.hasTag('busy')
  const done = now.hasTag('done')
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { key: 'saved', tone: 'good' } })
    goBack('/pages/me/index')
  }, [done, notice])

  const bind = (field: EmailFieldName) => {
    const error = errors[field]
    const refused = refusal?.field === field ? refusalText(refusal) : undefined
    return {
      value: form[field],
      onChange: (value: string) => actor.send({ type: 'email.change', field, value }),
      error: error ? messageText(error.key) : refused,
      readOnly: busy,
    }
  }
  const typed = bind('email')

  if (now.hasTag('failed')) {
    return <Failure title={t('safe.failed')} onRetry={() => actor.send({ type: 'email.retry' })} />
  }
  if (now.hasTag('loading')) return <Skeleton bones={['line', 'line', 'line', 'button']} />
  return (
    <div className={css.page}>
      <p>{info.email === null ? t('email.none') : t('email.bound', { email: info.email })}</p>
      <Form label={t('title.email')} found={refusal ?? errors} onSubmit={() => actor.send({ type: 'email.submit' })}>
        <EmailField
          {...typed}
          error={typed.error ?? (newRefusal && isOfAddress(newRefusal) ? refusalText(newRefusal) : undefined)}
          readOnly={busy || now.hasTag('sendingNew')}
          label={t(info.email === null ? 'register.email' : 'email.new')}
        />
        <CodeField
          {...bind('newCode')}
          label={t(info.email === null ? 'register.code' : 'email.newCode')}
          buttonLabel={info.email === null ? undefined : (action) => t('email.newCodeButton', { action })}
          hint={sentNew ? t('register.sentTo', { target: form.email.trim() }) : undefined}
          sending={{
            busy: now.hasTag('sendingNew'),
            resendAt: now.hasTag('newCoolingDown') && sentNew ? sentNew.sentAt + 60_000 : null,
            sent: sentNew !== null,
            networkFailed: now.hasTag('newCodeNetworkFailed'),
            refusal: newRefusal,
            paperCode: sentNew?.code ?? null,
          }}
          onSend={() => actor.send({ type: 'email.sendNew' })}
        />
        {info.email !== null && (
          <CodeField
            {...bind('oldCode')}
            label={t('email.oldCode')}
            buttonLabel={(action) => t('email.oldCodeButton', { action })}
            hint={t('pay.emailHint', { email: info.email })}
            sending={{
              busy: now.hasTag('sendingOld'),
              resendAt: now.hasTag('oldCoolingDown') && sentOld ? sentOld.sentAt + 60_000 : null,
              sent: sentOld !== null,
              networkFailed: now.hasTag('oldCodeNetworkFailed'),
              refusal: oldRefusal,
              paperCode: sentOld?.code ?? null,
            }}
            onSend={() => actor.send({ type: 'email.sendOld' })}
          />
        )}
        <ProofFields address={form.address} isBound={info.authenticator} bind={bind} />
        {refusal && refusal.field === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
        {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
        <Button type="submit" busy={busy}>
          {t(info.email === null ? 'email.bind' : 'email.change')}
        </Button>
      </Form>
    </div>
  )
}
