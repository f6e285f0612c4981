import { changePasswordMachine } from '../../../machines/user/changePassword.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown, useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { key } from '../../parts/marks/drawings.ts'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { NewPasswordFields } from '../session/new-password-fields.tsx'
import { SheetButton } from '../user/sheet-button.tsx'
import { AuthenticatorField } from './authenticator-field.tsx'

type ChangePasswordProps = {
  /** Whether an authenticator is set up, and its code required. */
  authenticator: boolean
}

/** Changes an account's password, in a sheet. */
export function ChangePassword(props: ChangePasswordProps) {
  const { t } = useLabels()
  return (
    <SheetButton row icon={key} label={t('password.title')} description={t('password.text')}>
      {(close) => <ChangeForm {...props} onDone={close} />}
    </SheetButton>
  )
}

function ChangeForm({ onDone, ...input }: ChangePasswordProps & { onDone: () => void }) {
  const { notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(changePasswordMachine, input)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    done: now.hasTag('done'),
    authenticator: now.context.authenticator,
  }))
  const { failure, busy, errors, authenticator } = shown
  useDone(shown.done, () => {
    notice.send({ type: 'notice.show', notice: { key: 'passwordChanged', tone: 'good' } })
    onDone()
  })
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'changePassword.change', field, value }))
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
      <NewPasswordFields
        bind={bind}
        next="next"
        label={t('password.new')}
        again={t('password.again')}
        last={!authenticator}
      />
      {authenticator && <AuthenticatorField {...bind('code')} />}
      <FormFailure failure={failure} />
      <ActionBar>
        <Button type="submit" busy={busy}>
          {t('password.submit')}
        </Button>
      </ActionBar>
    </Form>
  )
}
