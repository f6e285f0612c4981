import { forgetMachine } from '../../../machines/session/forget.ts'
import { targetText } from '../../../rules/account/credentials.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown, useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { CodeField, isOfAddress, useSending } from './code-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { TargetFields } from './target-fields.tsx'

/** Resets a forgotten password. */
export function ForgetForm({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const { notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(forgetMachine)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    done: now.hasTag('done'),
    code: now.children.code,
  }))
  const { failure, form, errors, busy, code } = shown
  const sending = useSending(code)
  useDone(shown.done, () => {
    notice.send({ type: 'notice.show', notice: { key: 'passwordChanged', tone: 'good' } })
    onDone()
  })
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'forget.change', field, value }))
  const address = bind('address')
  return (
    <Form
      label={t('login.forgot')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'forget.submit' })}
    >
      <p>{t('forget.text')}</p>
      <TargetFields
        target={form}
        onChange={(field, value) => actor.send({ type: 'forget.change', field, value })}
        onChannel={(channel) => actor.send({ type: 'forget.setChannel', channel })}
        error={
          address.error ?? (sending.refusal && isOfAddress(sending.refusal) ? refusalText(sending.refusal) : undefined)
        }
        readOnly={busy || sending.busy}
      />
      <CodeField
        {...bind('code')}
        hint={sending.sent ? t('forget.ifKnown', { target: targetText(form) }) : undefined}
        sending={sending}
        onSend={() => actor.send({ type: 'forget.sendCode' })}
      />
      {sending.paper && <Callout tone="paper">{t('forget.paper')}</Callout>}
      <NewPasswordFields bind={bind} next="next" label={t('password.new')} again={t('password.again')} last />
      <FormFailure failure={failure} />
      <ActionBar>
        <Button type="submit" busy={busy}>
          {t('forget.submit')}
        </Button>
      </ActionBar>
      <Button kind="plain" onClick={onBack}>
        {t('login.otherAccount')}
      </Button>
      <GuideLink slug="recovery" />
    </Form>
  )
}
