import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { AnswerRefusal } from '../../../api/answer.ts'
import { CODE_WAIT_MS, type sendCodeMachine } from '../../../machines/parts/sendCode.ts'
import { useText } from '../../bind.ts'
import { formatSeconds } from '../../format-period.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { secondsLeft } from '../../parts/countdown.ts'
import { Field, FieldButton } from '../../parts/field.tsx'
import { refusalText } from '../../refusal-text.ts'
import { useShown } from '../../shown.ts'

/** How the sending of a code goes. `resendAt`: when another may be asked for, in ms since the epoch, while one may not. */
export type CodeSending = {
  busy: boolean
  resendAt: number | null
  /** Whether a code went out before, to the same place. */
  sent: boolean
  /** No answer came. */
  networkFailed: boolean
  refusal: AnswerRefusal | null
  /** Whether a code was sent, and no message leaves the server. */
  paper: boolean
  /** The code itself, where it may then be shown. */
  paperCode: string | null
}

/** How it goes with the codes that a form has sent, by the actor that sends them. */
export function useSending(actor: ActorRefFrom<typeof sendCodeMachine> | undefined): CodeSending {
  return useShown(actor, (now) => {
    const sent = now?.context.sent ?? null
    return {
      busy: now?.hasTag('sending') ?? false,
      resendAt: sent && now?.hasTag('coolingDown') ? sent.sentAt + CODE_WAIT_MS : null,
      sent: sent !== null,
      networkFailed: now?.context.failure?.refusal === null,
      refusal: now?.context.failure?.refusal ?? null,
      paper: sent?.paper ?? false,
      paperCode: sent?.code ?? null,
    }
  })
}

type CodeFieldProps = {
  sending: CodeSending
  onSend: () => void
  /** What else a person is spared where the code is filled in for them. */
  onFillIn?: () => void
  value: string
  onChange: (code: string) => void
  error: string | undefined
  readOnly: boolean
  label?: string
  /** What the button is called, where there is another beside it, by what it shows. */
  buttonLabel?: ((action: string) => string) | undefined
  hint: string | undefined
}

/** The server knows better than a pattern where a code can go: what it says of that belongs to the address. */
export const isOfAddress = (refusal: AnswerRefusal | null): boolean =>
  refusal?.key === 'wrongEmail' || refusal?.key === 'wrongPhone'

/** A code that is sent, with the button that has it sent, and the code itself while no message really is. */
export function CodeField({ sending, onSend, onFillIn, label, buttonLabel, error, ...field }: CodeFieldProps) {
  const { t } = useWords()
  const { busy, resendAt, sent, networkFailed, refusal, paperCode } = sending
  const failed = () => {
    if (networkFailed) return t('register.cannotSend')
    return refusal && !isOfAddress(refusal) ? refusalText(refusal) : undefined
  }
  const again = sent ? 'register.sendAgain' : 'register.send'
  const action = t(busy ? 'register.sending' : again)
  const isWaiting = !busy && resendAt !== null
  return (
    <>
      <Field
        {...field}
        label={label ?? t('register.code')}
        error={error ?? failed()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        enterKeyHint="next"
        trailing={
          <FieldButton
            disabled={busy || resendAt !== null}
            label={isWaiting ? undefined : buttonLabel?.(action)}
            onClick={onSend}
          >
            {isWaiting ? <CoolDown until={resendAt} /> : action}
          </FieldButton>
        }
      />
      {paperCode !== null && field.value.trim() !== paperCode && (
        <Callout
          tone="paper"
          action={
            <Button
              kind="plain"
              onClick={() => {
                field.onChange(paperCode)
                onFillIn?.()
              }}
            >
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
function CoolDown({ until }: { until: number }) {
  const { t, lang } = useWords()
  const left$ = useMemo(() => secondsLeft(until, Date.now), [until])
  const ref = useText(left$, (left) => t('register.sendAgainIn', { time: formatSeconds(left, lang) }))
  return <span ref={ref} />
}
