import { useEffect, useRef } from 'react'
import { registerMachine } from '../../../machines/session/register.ts'
import { type RegisterStep, targetText } from '../../../rules/account/credentials.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { type Step, Steps } from '../../parts/lists/steps.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { isRequested, useSending } from './code-field.tsx'
import css from './login.module.css'
import { OtherWays } from './other-ways.tsx'
import { AccountFields, ConfirmationFields, TermsFields } from './register-fields.tsx'

const CODE_LENGTH = 6
const order = ['account', 'code', 'terms'] as const satisfies readonly RegisterStep[]

/** Registration of a user name, step by step. `inviteCode`: from the link, or empty. */
export function RegisterForm({ inviteCode }: { inviteCode: string }) {
  const { session, notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(registerMachine, { inviteCode })
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    paper: now.context.paper,
    accepted: now.context.accepted,
    token: now.context.token,
    code: now.children.code,
    step: order.find((each) => now.hasTag(each)) ?? 'account',
  }))
  const { failure, form, errors, paper, accepted, token, busy, code, step } = shown
  const sending = useSending(code)
  const fields = useFieldsOf(step)

  useEffect(() => {
    if (token === null) return
    session.send({ type: 'session.signedIn', token, method: 'password' })
    notice.send({ type: 'notice.show', notice: { key: 'registered', tone: 'good' } })
  }, [token, session, notice])

  const bind = bindFields(shown, (field, value) => actor.send({ type: 'register.change', field, value }))
  const target = targetText(form)
  const isMail = form.channel === 'mail'
  const hasCodeField = isRequested(sending, form.code)
  const open = {
    account: () => <AccountFields bind={bind} />,
    code: () => (
      <ConfirmationFields
        bind={bind}
        target={form}
        sending={sending}
        hasCodeField={hasCodeField}
        onChange={(field, value) => actor.send({ type: 'register.change', field, value })}
        onSend={() => actor.send({ type: 'register.sendCode' })}
        onFillIn={() => {
          if (paper && form.inviteCode.trim() === '') bind('inviteCode').onChange(paper.inviteCode)
          actor.send({ type: 'register.submit' })
        }}
      />
    ),
    terms: () => (
      <TermsFields
        invitation={bind('inviteCode')}
        inviteCode={inviteCode}
        paper={paper}
        accepted={accepted}
        onAccept={(changed) => actor.send({ type: 'register.accept', ...changed })}
      />
    ),
  }[step]
  const change = (at: 'account' | 'code', title: string) => (
    <Button kind="plain" disabled={busy} onClick={() => actor.send({ type: 'register.reopen', step: at })}>
      {t('register.change')}
      <span className="visually-hidden"> {title}</span>
    </Button>
  )
  const channel = isMail ? 'sms' : 'mail'
  const isDone = (at: RegisterStep) => order.indexOf(at) < order.indexOf(step)
  const titles: Record<RegisterStep, string> = {
    account: t('step.signIn'),
    code: step === 'code' ? t(`register.step.${form.channel}`) : t(isMail ? 'register.email' : 'register.phone'),
    terms: t('register.step.terms'),
  }
  const details: Record<RegisterStep, Pick<Step, 'note' | 'aside'>> = {
    account: {
      note: t('register.passwordSet', { username: form.username.trim() }),
      aside: change('account', titles.account),
    },
    code: isDone('code')
      ? {
          note: <span data-may-cut="">{t('register.codeEntered', { target })}</span>,
          aside: change('code', titles.code),
        }
      : step === 'code'
        ? {
            aside: (
              <Button kind="plain" onClick={() => actor.send({ type: 'register.setChannel', channel })}>
                {t(`register.use.${channel}`)}
              </Button>
            ),
          }
        : {},
    terms: {},
  }
  const asksForCode = step === 'code' && !hasCodeField
  const digitsLeft = CODE_LENGTH - form.code.trim().length
  const missing = () => {
    if (step === 'code' && hasCodeField && digitsLeft > 0) return t('register.digitsLeft', { count: digitsLeft })
    if (step !== 'terms') return undefined
    if (form.inviteCode.trim() === '') return t('register.inviteMissing')
    return accepted.terms && accepted.risks ? undefined : t('register.boxesMissing')
  }
  const lacking = missing()
  const act = asksForCode ? 'register.send' : step === 'terms' ? 'register.submit' : 'action.continue'
  return (
    <Form
      label={t('register.submit')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: asksForCode ? 'register.sendCode' : 'register.submit' })}
    >
      <div ref={fields} className={css.open}>
        {step === 'account' ? (
          <>
            <div>
              <div className={css.bars} aria-hidden="true">
                {order.map((each) => (
                  <span key={each} />
                ))}
              </div>
              <h2 className={css.question}>{t('register.question')}</h2>
              <p className={css.note}>{t('register.stepOf', { at: 1, all: order.length })}</p>
            </div>
            {open()}
          </>
        ) : (
          <Steps
            label={t('steps.label')}
            steps={order.map((id) => ({
              id,
              title: titles[id],
              state: id === step ? 'now' : isDone(id) ? 'done' : 'toCome',
              ...details[id],
              content: id === step ? open() : undefined,
            }))}
          />
        )}
      </div>
      <FormFailure failure={failure} />
      {step === 'account' && <OtherWays inviteCode={inviteCode} />}
      <ActionBar>
        <Button type="submit" busy={busy || (asksForCode && sending.busy)} disabled={lacking !== undefined}>
          {lacking ?? t(act)}
        </Button>
        <p className="fine">{t('register.fine')}</p>
      </ActionBar>
    </Form>
  )
}

/** The fields of the open step: where another opens, its wrong or its first empty one is focused. */
function useFieldsOf(step: RegisterStep) {
  const fields = useRef<HTMLDivElement>(null)
  const was = useRef(step)
  useEffect(() => {
    if (was.current === step) return
    was.current = step
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])]
    const isEmpty = ({ type, value, checked }: HTMLInputElement) => (type === 'checkbox' ? !checked : value === '')
    const wanted = inputs.find((input) => input.ariaInvalid === 'true') ?? inputs.find(isEmpty) ?? inputs[0]
    wanted?.focus()
  }, [step])
  return fields
}
