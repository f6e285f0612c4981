import { useEffect } from 'react'
import { Link } from 'wouter'
import { registerMachine } from '../../../machines/session/register.ts'
import { targetText } from '../../../rules/account/credentials.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { RISKS, TERMS } from '../../router/places.ts'
import { CodeField, isOfAddress, useSending } from './code-field.tsx'
import css from './login.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { TargetFields } from './target-fields.tsx'

/** Registration of a user name. `inviteCode`: from the link, or empty. */
export function RegisterForm({ inviteCode }: { inviteCode: string }) {
  const { session, notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(registerMachine, { inviteCode })
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    paper: now.context.paper,
    token: now.context.token,
    code: now.children.code,
  }))
  const { failure, form, errors, paper, token, busy, code } = shown
  const sending = useSending(code)

  useEffect(() => {
    if (token === null) return
    session.send({ type: 'session.signedIn', token, method: 'password' })
    notice.send({ type: 'notice.show', notice: { key: 'registered', tone: 'good' } })
  }, [token, session, notice])

  const bind = bindFields(shown, (field, value) => actor.send({ type: 'register.change', field, value }))
  const address = bind('address')
  const typedCode = form.inviteCode.trim()
  // A valid code from a friend is kept.
  const isFriends = typedCode !== '' && typedCode === inviteCode && bind('inviteCode').error === undefined
  const offersPaper = typedCode !== paper?.inviteCode && !isFriends
  const fillInvite = () => paper && bind('inviteCode').onChange(paper.inviteCode)
  return (
    <Form
      label={t('register.submit')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'register.submit' })}
    >
      <Field
        {...bind('username')}
        label={t('login.username')}
        hint={t('register.usernameHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <NewPasswordFields bind={bind} next="password" label={t('login.password')} again={t('register.confirm')} />
      <TargetFields
        target={form}
        onChange={(field, value) => actor.send({ type: 'register.change', field, value })}
        onChannel={(channel) => actor.send({ type: 'register.setChannel', channel })}
        error={
          address.error ?? (sending.refusal && isOfAddress(sending.refusal) ? refusalText(sending.refusal) : undefined)
        }
        readOnly={busy || sending.busy}
      />
      <CodeField
        {...bind('code')}
        hint={sending.sent ? t('register.sentTo', { target: targetText(form) }) : undefined}
        sending={sending}
        onSend={() => actor.send({ type: 'register.sendCode' })}
        onFillIn={() => typedCode === '' && fillInvite()}
      />
      <Field
        {...bind('inviteCode')}
        label={t('register.invite')}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
      />
      {paper !== null && offersPaper && (
        <div className={paper ? undefined : css.reserved}>
          <Callout
            tone="paper"
            action={
              <Button kind="plain" onClick={fillInvite}>
                {t('register.fillIn')}
              </Button>
            }
          >
            {t('register.paperInvite', { code: paper?.inviteCode ?? '00000' })}
          </Callout>
        </div>
      )}
      <FormFailure failure={failure} />
      <ActionBar>
        <Button type="submit" busy={busy}>
          {t('register.submit')}
        </Button>
        <p className="fine">
          {t('register.agree')}{' '}
          <Link className={css.document} href={TERMS}>
            {t('title.terms')}
          </Link>{' '}
          ·{' '}
          <Link className={css.document} href={RISKS}>
            {t('register.risks')}
          </Link>
        </p>
        <p className="fine">{t('register.fine')}</p>
      </ActionBar>
    </Form>
  )
}
