import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { targetErrors, targetText } from '../../../rules/credentials.ts'
import { hasErrors } from '../../../rules/form-errors.ts'
import type { ForgetField } from '../../../rules/proof.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { refusalText } from '../../refusal-text.ts'
import { usePageServices, useServices } from '../../services.ts'
import { CodeField, isOfAddress } from './code-field.tsx'
import { TargetFields } from './target-fields.tsx'

/** Another password in the place of a forgotten one. */
export function ForgetForm({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const { notice } = useServices()
  const { machines, inspection } = usePageServices()
  const { t } = useWords()
  const actor = useActorRef(machines.forget, inspection)
  const now = useSelector(actor, (snapshot) => snapshot)
  const { form, errors, sent, areaCodes } = now.context
  const refusal = now.hasTag('refused') ? now.context.refusal : null
  const codeRefusal = now.hasTag('codeRefused') ? now.context.codeRefusal : null
  const busy = now.hasTag('busy')
  const done = now.hasTag('done')

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is done
  useEffect(() => {
    if (!done) return
    notice.send({ type: 'notice.show', notice: { key: 'passwordChanged', tone: 'good' } })
    onDone()
  }, [done])

  const errorOf = (field: ForgetField) => {
    const error = errors[field]
    if (error) return messageText(error.key)
    return refusal?.field === field ? refusalText(refusal) : undefined
  }
  const bind = (field: Exclude<ForgetField, 'address'>) => ({
    error: errorOf(field),
    value: form[field],
    onChange: (value: string) => actor.send({ type: 'forget.change', field, value }),
    readOnly: busy,
  })
  const target = hasErrors(targetErrors(form)) ? 'TARGET' : targetText(form).replaceAll(' ', '')
  return (
    <Form label={t('login.forgot')} found={refusal ?? errors} onSubmit={() => actor.send({ type: 'forget.submit' })}>
      <p>{t('forget.text')}</p>
      <TargetFields
        target={form}
        onChange={(field, value) => actor.send({ type: 'forget.change', field, value })}
        onChannel={(channel) => actor.send({ type: 'forget.setChannel', channel })}
        areas={{
          codes: areaCodes,
          failed: now.hasTag('areasFailed'),
          onRetry: () => actor.send({ type: 'forget.loadAreas' }),
        }}
        error={errorOf('address') ?? (codeRefusal && isOfAddress(codeRefusal) ? refusalText(codeRefusal) : undefined)}
        readOnly={busy || now.hasTag('sendingCode')}
      />
      <CodeField
        {...bind('code')}
        hint={sent ? t('forget.ifKnown', { target: targetText(form) }) : undefined}
        sending={{
          busy: now.hasTag('sendingCode'),
          resendAt: now.hasTag('coolingDown') && sent ? sent.sentAt + 60_000 : null,
          sent: sent !== null,
          networkFailed: now.hasTag('codeNetworkFailed'),
          refusal: codeRefusal,
          paperCode: null,
        }}
        onSend={() => actor.send({ type: 'forget.sendCode' })}
      />
      <Callout tone="paper">
        {t('forget.paper')} <code>npm run operator -- outbox {target}</code>
      </Callout>
      <Field
        {...bind('next')}
        label={t('password.new')}
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
        enterKeyHint="go"
      />
      {refusal && refusal.field === null && <Callout tone="bad">{refusalText(refusal)}</Callout>}
      {now.hasTag('networkFailed') && <Callout tone="bad">{t('login.unanswered')}</Callout>}
      <Button type="submit" busy={busy}>
        {t('forget.submit')}
      </Button>
      <Button kind="plain" onClick={onBack}>
        {t('login.otherAccount')}
      </Button>
    </Form>
  )
}
