import type { FormErrors } from './form-errors.ts'

/** What a form comes to, under the terms of the moment. */
export type Judgement<Field extends string, Key extends string, Figures, Summary> = {
  /** What is wrong with it, by the keys of the catalogue. Empty where nothing is, and it may be sent. */
  readonly errors: FormErrors<Field, Key>
  /** What is reckoned with, amounts in minor units. There exactly where nothing is wrong. */
  readonly figures: Figures | undefined
  /** What a person is told before they confirm, amounts as decimals. There as soon as enough stands on the form. */
  readonly summary: Summary | undefined
}

/**
 * The rule of a form: a pure function, run by the app at each change and by the server before it acts. What the app lets
 * through the server refuses only where the terms have changed since, or where it alone can know.
 */
export type FormRule<Form, Terms, Field extends string, Key extends string, Figures, Summary> = (
  form: Form,
  terms: Terms,
) => Judgement<Field, Key, Figures, Summary>
