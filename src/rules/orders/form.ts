import type { FormErrors } from './form-errors.ts'

/** The result of validating a form under the current terms. */
export type Validation<Field extends string, Key extends string, Values, Summary> = {
  /** Its errors, by catalogue keys. Empty if the form may be sent. */
  readonly errors: FormErrors<Field, Key>
  /** The values for the calculation, amounts in minor units. Present exactly if there are no errors. */
  readonly values: Values | undefined
  /** What the user sees before confirming, amounts as decimals. Present as soon as the form has enough input. */
  readonly summary: Summary | undefined
}

/**
 * A form's validation rule: a pure function, run by the app on each change and by the server before it acts. The server refuses what the
 * app accepted only if the terms have changed since, or for reasons that only it can know.
 */
export type FormRule<Form, Terms, Field extends string, Key extends string, Values, Summary> = (
  form: Form,
  terms: Terms,
) => Validation<Field, Key, Values, Summary>
