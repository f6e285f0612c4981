import type { MessageKey } from '../api/messages.ts'
import type { Failure } from '../machines/parts/form.ts'
import type { FormErrors } from '../rules/form-errors.ts'
import { messageText, type UiKey, useWords } from './i18n/index.ts'
import { Callout } from './parts/callout.tsx'
import { refusalText } from './refusal-text.ts'

/** What was found wrong with a form. */
export type Found<Field extends string> = { errors: FormErrors<Field, MessageKey>; failure: Failure | null }

/** What is said of an empty field, and says that it is. */
const ofEmpty: ReadonlySet<MessageKey> = new Set([
  'textRequired',
  'countryRequired',
  'credentialsRequired',
  'authenticatorCodeRequired',
])

/**
 * What is wrong with a field: as it stands, or else by what the server said when the form was sent. An empty one is told
 * that it is, and not that nothing is a wrong something.
 *
 * @param text what is typed into it; of what is chosen, nothing
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

/** Why a form was not taken, where none of its fields says so. `unanswered`: what is said where no answer came. */
export function FormFailure({
  failure,
  unanswered = 'login.unanswered',
}: {
  failure: Failure | null
  unanswered?: UiKey
}) {
  const { t } = useWords()
  if (!failure || failure.field !== null) return null
  return <Callout tone="bad">{failure.refusal ? refusalText(failure.refusal) : t(unanswered)}</Callout>
}
