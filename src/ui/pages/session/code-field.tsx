import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { AnswerRefusal } from '../../../api/wire/answer.ts'
import { CODE_WAIT_MS, type sendCodeMachine } from '../../../machines/parts/sendCode.ts'
import { useShown } from '../../app/shown.ts'
import { formatSeconds } from '../../format/period.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { useLabels } from '../../i18n/index.ts'
import { useText } from '../../parts/bind.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field, FieldButton } from '../../parts/fields/field.tsx'
import { secondsLeft } from '../../parts/marks/countdown.ts'
import { Callout } from '../../parts/page/callout.tsx'

/** State of sending a code. `resendAt`: when another one may be requested, in ms since the epoch, while one may not. */
export type CodeSending = {
  busy: boolean
  resendAt: number | null
  /** Whether a code was already sent to the same target. */
  sent: boolean
  /** No answer arrived. */
  networkFailed: boolean
  refusal: AnswerRefusal | null
  /** Whether a code was created, but not really sent. */
  paper: boolean
  /** The code itself, if it may be shown. */
  paperCode: string | null
}

/** The state of a form's codes, from the actor that sends them. */
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

/** Whether a code was requested, or is already there. */
export const isRequested = ({ sent, refusal, networkFailed }: CodeSending, code: string): boolean =>
  sent || networkFailed || (refusal !== null && !isOfAddress(refusal)) || code !== ''

type CodeFieldProps = {
  sending: CodeSending
  onSend: () => void
  /** Further steps to fill in together with the code. */
  onFillIn?: () => void
  value: string
  onChange: (code: string) => void
  error: string | undefined
  readOnly: boolean
  label?: string
  /** The button's label if there is another button next to it, from its action. */
  buttonLabel?: ((action: string) => string) | undefined
  hint: string | undefined
}

/** The server knows better than a pattern whether a target is valid: such an error belongs to the address field. */
export const isOfAddress = (refusal: AnswerRefusal | null): boolean =>
  refusal?.key === 'wrongEmail' || refusal?.key === 'wrongPhone'

/** A code field, with the button that sends the code, and the code itself while none is really sent. */
export function CodeField({ sending, onSend, onFillIn, label, buttonLabel, error, ...field }: CodeFieldProps) {
  const { t } = useLabels()
  const { busy, resendAt, sent, networkFailed, refusal, paperCode } = sending
  const failed = () => {
    if (networkFailed) return t('register.cannotSend')
    return refusal && !isOfAddress(refusal) ? refusalText(refusal) : undefined
  }
  const again = sent ? 'register.sendAgain' : 'register.send'
  const action = t(busy ? 'action.sending' : again)
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

/** Time until another code may be requested, by the device's clock, which recorded the last request. */
function CoolDown({ until }: { until: number }) {
  const { t, lang } = useLabels()
  const left$ = useMemo(() => secondsLeft(until, Date.now), [until])
  const ref = useText(left$, (left) => t('register.sendAgainIn', { time: formatSeconds(left, lang) }))
  return <span ref={ref} />
}
