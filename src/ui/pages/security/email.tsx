import { useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/account/user.ts'
import { emailMachine } from '../../../machines/user/email.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown, useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { SECURITY } from '../../router/places.ts'
import { goBack } from '../../router/router.ts'
import { CodeField, isOfAddress, useSending } from '../session/code-field.tsx'
import css from './authenticator.module.css'
import { ProofFields } from './proof-fields.tsx'

/** Sets or replaces an e-mail address. */
export function EmailPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <Email user={user} /> : <Skeleton shapes={['line', 'line', 'line', 'button']} />
}

function Email({ user: { username, address } }: { user: UserInfo }) {
  const { notice } = useServices()
  const { t } = useLabels()
  const input = { address: username === null ? address : null }
  const actor = useActorOf(emailMachine, input)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    info: now.context.info,
    done: now.hasTag('done'),
    newCode: now.children.newCode,
    oldCode: now.children.oldCode,
    load: now.children.load,
  }))
  const { failure, form, info, errors, busy, newCode, oldCode, load } = shown
  const sendingNew = useSending(newCode)
  const sendingOld = useSending(oldCode)
  const newRefusal = sendingNew.refusal
  useDone(shown.done, () => {
    notice.send({ type: 'notice.show', notice: { key: 'updated', tone: 'good' } })
    goBack(SECURITY)
  })
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'email.change', field, value }))
  const typed = bind('email')

  if (load) return <LoadFirst load={load} shapes={['line', 'line', 'line', 'button']} />
  return (
    <div className={css.page}>
      <p>{info.email === null ? t('email.none') : t('email.bound', { email: info.email })}</p>
      <Form
        label={t('title.email')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'email.submit' })}
      >
        <EmailField
          {...typed}
          error={typed.error ?? (newRefusal && isOfAddress(newRefusal) ? refusalText(newRefusal) : undefined)}
          readOnly={busy || sendingNew.busy}
          label={t(info.email === null ? 'register.email' : 'email.new')}
        />
        <CodeField
          {...bind('newCode')}
          label={t(info.email === null ? 'register.code' : 'email.newCode')}
          buttonLabel={info.email === null ? undefined : (action) => t('email.newCodeButton', { action })}
          hint={sendingNew.sent ? t('register.sentTo', { target: form.email.trim() }) : undefined}
          sending={sendingNew}
          onSend={() => actor.send({ type: 'email.sendNew' })}
        />
        {info.email !== null && (
          <CodeField
            {...bind('oldCode')}
            label={t('email.oldCode')}
            buttonLabel={(action) => t('email.oldCodeButton', { action })}
            hint={t('pay.emailHint', { email: info.email })}
            sending={sendingOld}
            onSend={() => actor.send({ type: 'email.sendOld' })}
          />
        )}
        <ProofFields address={form.address} isBound={info.authenticator} bind={bind} />
        <FormFailure failure={failure} />
        <ActionBar>
          <Button type="submit" busy={busy}>
            {t(info.email === null ? 'email.bind' : 'email.change')}
          </Button>
        </ActionBar>
      </Form>
    </div>
  )
}
