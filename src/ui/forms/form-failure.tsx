import type { MessageKey } from '../../api/wire/messages.ts'
import type { Failure } from '../../machines/parts/form.ts'
import type { FormErrors } from '../../rules/orders/form-errors.ts'
import { refusalText } from '../format/refusal-text.ts'
import { messageText, type UiKey, useLabels } from '../i18n/index.ts'
import { Callout } from '../parts/page/callout.tsx'

/** Errors of a form. */
export type Found<Field extends string> = { errors: FormErrors<Field, MessageKey>; failure: Failure | null }

/** Errors that already say that a field is empty. */
const ofEmpty: ReadonlySet<MessageKey> = new Set([
  'textRequired',
  'countryRequired',
  'credentialsRequired',
  'authenticatorCodeRequired',
])

/**
 * The error of a field: of its value, or else of the server's refusal. An empty field gets a message that
 * it is required, not that it is invalid.
 *
 * @param text the typed text; absent for a choice
 */
export function fieldError<Field extends string>(
  { errors, failure }: Found<Field>,
  field: NoInfer<Field>,
  text?: string,
): string | undefined {
  const error = errors[field]
  if (error && text?.trim() === '' && !ofEmpty.has(error.key)) return messageText('textRequired')
  if (error) return messageText(error.key, error.params)
  return failure?.refusal && failure.field === field ? refusalText(failure.refusal) : undefined
}

/** The failure of a form that no field shows. `unanswered`: the text without an answer. */
export function FormFailure({
  failure,
  unanswered = 'login.unanswered',
}: {
  failure: Failure | null
  unanswered?: UiKey
}) {
  const { t } = useLabels()
  if (!failure || failure.field !== null) return null
  return <Callout tone="bad">{failure.refusal ? refusalText(failure.refusal) : t(unanswered)}</Callout>
}
