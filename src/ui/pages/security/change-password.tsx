import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { SignInPasswordChange } from '../../../rules/proof.ts'
import { FormFailure, fieldError } from '../../form-failure.tsx'
import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import { Button } from '../../parts/button.tsx'
import { lock } from '../../parts/drawings.ts'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import css from '../user/sign-out.module.css'
import { AuthenticatorField } from './authenticator-field.tsx'
import { security } from './part.ts'

type ChangePasswordProps = {
  /** Whether one is bound, and asked for its code. */
  authenticator: boolean
}

/** Changing the password of an account, in a sheet. */
export function ChangePassword(props: ChangePasswordProps) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.above}>
      <Button kind="quiet" icon={<Icon name={lock} size={20} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('password.title')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('password.title')} description={t('password.text')}>
        <ChangeForm {...props} onDone={() => setOpen(false)} />
      </Sheet>
    </div>
  )
}

function ChangeForm({ onDone, ...input }: ChangePasswordProps & { onDone: () => void }) {
  const { inspection, notice } = useServices()
  const machines = usePart(security)
  const { t } = useWords()
  const actor = useActorRef(machines.changePassword, { input, ...inspection })
  const { failure, busy, done, errors, form, authenticator } = useShown(actor, (now) => ({
    failure: now.context.failure,
    busy: now.hasTag('busy'),
    done: now.hasTag('done'),
    errors: now.context.errors,
    form: now.context.form,
    authenticator: now.context.authenticator,
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is done
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { key: 'passwordChanged', tone: 'good' } })
    onDone()
  }, [done])

  const bind = (field: keyof SignInPasswordChange) => ({
    value: form[field],
    onChange: (value: string) => actor.send({ type: 'changePassword.change', field, value }),
    error: fieldError({ errors, failure }, field),
    readOnly: busy,
  })
  return (
    <Form
      label={t('password.title')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'changePassword.submit' })}
    >
      <Field
        {...bind('old')}
        type="password"
        label={t('password.old')}
        name="old"
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <Field
        {...bind('next')}
        type="password"
        label={t('password.new')}
        hint={t('register.passwordHint')}
        name="next"
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <Field
        {...bind('confirm')}
        type="password"
        label={t('password.again')}
        name="confirm"
        autoComplete="new-password"
        enterKeyHint={authenticator ? 'next' : 'go'}
      />
      {authenticator && <AuthenticatorField {...bind('code')} />}
      <FormFailure failure={failure} />
      <Button type="submit" busy={busy}>
        {t('password.submit')}
      </Button>
    </Form>
  )
}
