import type { AnswerRefusal } from '../../api/answer.ts'
import { type FormErrors, withoutField } from '../../rules/form-errors.ts'
import { refusalIn } from './refusal.ts'

/**
 * Why a form was not taken. `refusal`: what the server said no with, or null where no answer came. `field`: the one that
 * the refusal is about; null: the form as a whole.
 */
export type Failure = { refusal: AnswerRefusal | null; field: string | null }

/** What a machine keeps of its form. */
export type FormContext<Form, Field extends string, Key extends string> = {
  form: Form
  /** What is wrong with what is typed, as far as it has been said. */
  errors: FormErrors<Field, Key>
  /** Why it was not taken when it was last sent: data, and no state of its own. Typing and sending forget it. */
  failure: Failure | null
}

/** What an effect failed with, as its event carries it. */
export type Failed = { error: unknown }

type FieldOf = (key: AnswerRefusal['key'], params: AnswerRefusal['params']) => string | null

/** The failure of a form whose effect failed. `fieldOf`: which field a refusal is about; by default none. */
export function failureOf({ error }: Failed, fieldOf: FieldOf = () => null): Failure {
  const refusal = refusalIn(error)
  return { refusal, field: refusal && fieldOf(refusal.key, refusal.params) }
}

/** The form once something is typed into a field. `at`: whose error that ends, where it is not the field's own. */
export const typedInto = <Form extends object, Field extends string, Key extends string>(
  { form, errors }: { form: Form; errors: FormErrors<Field, Key> },
  { field, value }: { field: keyof Form & string; value: string },
  at: NoInfer<Field>,
) => ({ form: { ...form, [field]: value }, errors: withoutField(errors, at), failure: null })
