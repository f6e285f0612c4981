import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type PasswordChange, refusedSafeField } from '../../../rules/proof.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import css from './sign-out.module.css'

/** Changing the password of an account, in a sheet. */
export function ChangePassword() {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.above}>
      <Button kind="quiet" icon={<Icon name="lock" size={20} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('password.title')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('password.title')} description={t('password.text')}>
        <ChangeForm onDone={() => setOpen(false)} />
      </Sheet>
    </div>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const { notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.changePassword, inspection)
  const now = useSelector(actor, (snapshot) => snapshot)
  const { context } = now
  const refusal = now.hasTag('refused') ? context.refusal : null
  const busy = now.hasTag('busy')
  const done = now.hasTag('done')

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is done
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { key: 'passwordChanged', tone: 'good' } })
    onDone()
  }, [done])

  const bind = (field: keyof PasswordChange) => {
    const error = context.errors[field]
    const refused = refusal && refusedSafeField(refusal.key) === field ? refusalText(refusal) : undefined
    return {
      value: context[field],
      onChange: (value: string) => actor.send({ type: 'changePassword.change', field, value }),
      error: error ? messageText(error.key) : refused,
      readOnly: busy,
      type: 'password',
    }
  }
  return (
    <Form
      label={t('password.title')}
      found={refusal ?? context.errors}
      onSubmit={() => actor.send({ type: 'changePassword.submit' })}
    >
      <Field
        {...bind('old')}
        label={t('password.old')}
        name="old"
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <Field
        {...bind('next')}
        label={t('password.new')}
        hint={t('register.passwordHint')}
        name="next"
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <Field
        {...bind('confirm')}
        label={t('password.again')}
        name="confirm"
        autoComplete="new-password"
        enterKeyHint="go"
      />
      {refusal && refusedSafeField(refusal.key) === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
      {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
      <Button type="submit" busy={busy}>
        {t('password.submit')}
      </Button>
    </Form>
  )
}
