import type { AnswerRefusal } from '../../api/wire/answer.ts'
import { type FormErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { refusalIn } from './refusal.ts'

/**
 * Why a form was not accepted. `refusal`: the server's refusal, or null without an answer. `field`: the one that
 * the refusal concerns; null: the whole form.
 */
export type Failure = { refusal: AnswerRefusal | null; field: string | null }

/** The form's part of a machine's context. */
export type FormContext<Form, Field extends string, Key extends string> = {
  form: Form
  /** Errors of the typed values, as far as shown. */
  errors: FormErrors<Field, Key>
  /** Why the last submission failed: data, not a state. Typing and sending clear it. */
  failure: Failure | null
}

/** An effect's error, as its event carries it. */
export type Failed = { error: unknown }

type FieldOf = (key: AnswerRefusal['key'], params: AnswerRefusal['params']) => string | null

/** The failure of a form whose effect failed. `fieldOf`: the field that a refusal concerns; by default none. */
export function failureOf({ error }: Failed, fieldOf: FieldOf = () => null): Failure {
  const refusal = refusalIn(error)
  return { refusal, field: refusal && fieldOf(refusal.key, refusal.params) }
}

/** The form after typing into a field. `at`: the field whose error is cleared, by default the same. */
export const typedInto = <Form extends object, Field extends string, Key extends string>(
  { form, errors }: { form: Form; errors: FormErrors<Field, Key> },
  { field, value }: { field: keyof Form & string; value: string },
  at: NoInfer<Field>,
) => ({ form: { ...form, [field]: value }, errors: withoutField(errors, at), failure: null })
