import { useState } from 'react'
import { loadContact } from '../../../machines/user/articles.ts'
import { serviceFormMachine } from '../../../machines/user/serviceForm.ts'
import { CHAT_TEXT_MAX } from '../../../rules/account/chat.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { useLoaded } from '../news/use-loaded.ts'
import { Usual } from '../news/usual.tsx'

/** A question from a user who is not signed in, answered by e-mail. */
export function ServiceForm() {
  const { t } = useLabels()
  const [input] = useState(() => ({ clientId: newRequestId() }))
  const actor = useActorOf(serviceFormMachine, input)
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    mailed: now.context.mailed,
    done: now.hasTag('done'),
  }))
  const { failure, errors, busy, form } = shown
  const bind = bindFields(shown, (field, value) => actor.send({ type: 'service.change', field, value }))
  if (shown.done) {
    return (
      <div className="page" role="status">
        <Card title={t('service.taken')}>
          <p>{t(shown.mailed ? 'service.takenMailed' : 'service.takenUnmailed', { email: form.email.trim() })}</p>
        </Card>
        <Button kind="quiet" onClick={() => actor.send({ type: 'service.again', clientId: newRequestId() })}>
          {t('service.another')}
        </Button>
      </div>
    )
  }
  return (
    <div className="page">
      <p>{t('service.formText')}</p>
      <Form
        label={t('title.service')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'service.submit' })}
      >
        <EmailField {...bind('email')} label={t('service.email')} hint={t('service.emailHint')} />
        <TextArea
          {...bind('text')}
          label={t('service.question')}
          hint={t('service.careful')}
          maxLength={CHAT_TEXT_MAX}
          tall
        />
        <FormFailure failure={failure} />
        <ActionBar>
          <Button type="submit" busy={busy}>
            {t('service.send')}
          </Button>
        </ActionBar>
      </Form>
      <FormUsual />
    </div>
  )
}

function FormUsual() {
  const { loaded } = useLoaded(() => loadContact)
  return <p className="fine">{loaded && <Usual seconds={loaded.usualSeconds} />}</p>
}
