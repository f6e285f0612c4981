import { useEffect, useEffectEvent } from 'react'
import { type Found, fieldError } from './form-failure.tsx'

/** The text fields of a form. */
type TextField<Form> = {
  [F in keyof Form & string]: [string, Form[F]] extends [Form[F], string] ? F : never
}[keyof Form & string]

/** Binds fields to their form: value, error and change event of each. */
export const bindFields =
  <Form extends object>(
    { form, busy, ...found }: { form: Form; busy: boolean } & Found<TextField<Form>>,
    change: (field: TextField<Form>, value: string) => void,
  ) =>
  (field: TextField<Form>) => ({
    value: form[field] as string,
    onChange: (value: string) => change(field, value),
    error: fieldError(found, field, form[field] as string),
    readOnly: busy,
  })

/** Runs an effect once a form is done. */
export function useDone(done: boolean, then: () => void): void {
  const follow = useEffectEvent(then)
  useEffect(() => {
    if (done) follow()
  }, [done])
}
