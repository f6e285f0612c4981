import { useEffect, useEffectEvent } from 'react'
import { type Found, fieldError } from './form-failure.tsx'

/** The fields of a form that any text is typed into. */
type TextField<Form> = {
  [F in keyof Form & string]: [string, Form[F]] extends [Form[F], string] ? F : never
}[keyof Form & string]

/** Binds fields to their form: each to what is typed into it, what is wrong with that, and whom typing tells. */
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

/** Does what follows a form once it is done. */
export function useDone(done: boolean, then: () => void): void {
  const follow = useEffectEvent(then)
  useEffect(() => {
    if (done) follow()
  }, [done])
}
