import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { targetText } from '../../../rules/credentials.ts'
import { useText } from '../../bind.ts'
import { formatSeconds } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { secondsLeft } from '../../parts/countdown.ts'
import { Field, FieldButton } from '../../parts/field.tsx'
import { refusalText } from '../../refusal-text.ts'
import type { RegisterActor } from './register-actor.ts'

type CodeFieldProps = {
  actor: RegisterActor
  value: string
  onChange: (code: string) => void
  error: string | undefined
  readOnly: boolean
}

/** The code that proves an address, with the button that has it sent, and the paper outbox. */
export function CodeField({ actor, error, onChange, ...field }: CodeFieldProps) {
  const { t } = useWords()
  const now = useSelector(actor, (snapshot) => snapshot)
  const { form, ticket, resendAt, paper, codeRefusal } = now.context
  const paperCode = (ticket !== null && now.matches({ paper: 'settled' }) && paper?.code) || null
  const refused = () => {
    if (now.hasTag('codeNetworkFailed')) return t('register.cannotSend')
    const isOfAddress = codeRefusal?.key === 'wrongEmail' || codeRefusal?.key === 'wrongPhone'
    return now.hasTag('codeRefused') && codeRefusal && !isOfAddress ? refusalText(codeRefusal) : undefined
  }
  const send = () => {
    if (now.hasTag('sendingCode')) return t('register.sending')
    if (now.hasTag('coolingDown') && resendAt !== null) return <CoolDown until={resendAt} />
    return t(ticket === null ? 'register.send' : 'register.sendAgain')
  }
  return (
    <>
      <Field
        {...field}
        label={t('register.code')}
        hint={ticket === null ? undefined : t('register.sentTo', { target: targetText(form) })}
        error={error ?? refused()}
        onChange={onChange}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        enterKeyHint="next"
        trailing={
          <FieldButton
            disabled={now.hasTag('sendingCode') || now.hasTag('coolingDown')}
            onClick={() => actor.send({ type: 'register.sendCode' })}
          >
            {send()}
          </FieldButton>
        }
      />
      {paperCode !== null && form.code.trim() !== paperCode && (
        <Callout
          tone="paper"
          action={
            <Button kind="plain" onClick={() => onChange(paperCode)}>
              {t('register.fillIn')}
            </Button>
          }
        >
          {t('register.paperCode', { code: paperCode })}
        </Callout>
      )}
    </>
  )
}

/** How long until another code may be asked for, by the device's clock, which noted when the last one went out. */
export function CoolDown({ until }: { until: number }) {
  const { t, lang } = useWords()
  const left$ = useMemo(() => secondsLeft(until, Date.now), [until])
  const ref = useText(left$, (left) => t('register.sendAgainIn', { time: formatSeconds(left, lang) }))
  return <span ref={ref} />
}
