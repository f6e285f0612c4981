import { useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/account/user.ts'
import { payPasswordMachine } from '../../../machines/user/payPassword.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown, useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { SECURITY } from '../../router/places.ts'
import { goBack } from '../../router/router.ts'
import { CodeField, useSending } from '../session/code-field.tsx'
import { NewPasswordFields } from '../session/new-password-fields.tsx'
import css from './authenticator.module.css'
import { ProofFields } from './proof-fields.tsx'

/** Sets, changes and resets the transaction password. */
export function PayPasswordPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <PayPassword user={user} /> : <Skeleton shapes={['line', 'line', 'line', 'button']} />
}

function PayPassword({ user: { username, address } }: { user: UserInfo }) {
  const { notice } = useServices()
  const { t } = useLabels()
  const input = { address: username === null ? address : null }
  const actor = useActorOf(payPasswordMachine, input)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    mode: now.context.mode,
    info: now.context.info,
    done: now.hasTag('done'),
    code: now.children.code,
    load: now.children.load,
  }))
  const { failure, form, mode, info, errors, busy, code, load } = shown
  const sending = useSending(code)
  useDone(shown.done, () => {
    notice.send({ type: 'notice.show', notice: { key: mode === 'set' ? 'setUp' : 'updated', tone: 'good' } })
    goBack(SECURITY)
  })
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'payPassword.change', field, value }))

  if (load) return <LoadFirst load={load} shapes={['line', 'line', 'line', 'button']} />
  return (
    <div className={css.page}>
      <p>{t(info.set ? 'pay.isSet' : 'pay.unset')}</p>
      <Form
        label={t('title.payPassword')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'payPassword.submit' })}
      >
        {mode === 'change' && (
          <Field {...bind('old')} label={t('pay.old')} type="password" autoComplete="off" enterKeyHint="next" />
        )}
        <NewPasswordFields
          bind={bind}
          next="next"
          label={t('pay.new')}
          again={t('password.again')}
          last={mode === 'change'}
        />
        {mode === 'reset' && info.email !== null && (
          <CodeField
            {...bind('emailCode')}
            hint={t('pay.emailHint', { email: info.email })}
            sending={sending}
            onSend={() => actor.send({ type: 'payPassword.sendCode' })}
          />
        )}
        {mode !== 'change' && <ProofFields address={form.address} isBound={info.authenticator} bind={bind} />}
        <FormFailure failure={failure} />
        <ActionBar>
          <Button type="submit" busy={busy}>
            {t(`pay.${mode}`)}
          </Button>
        </ActionBar>
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
