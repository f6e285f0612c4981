import { useEffect, useEffectEvent } from 'react'
import type { Failure } from '../../machines/parts/form.ts'
import { type Found, fieldError } from './form-failure.tsx'

/** The text fields of a form. */
type TextField<Form> = {
  [F in keyof Form & string]: [string, Form[F]] extends [Form[F], string] ? F : never
}[keyof Form & string]

/** The snapshot of a form's machine. */
type FormNow<Form, Errors> = {
  context: { form: Form; errors: Errors; failure: Failure | null }
  hasTag(tag: 'busy'): boolean
}

/** What every form shows of its machine, for `useShown`. */
export const formShown = <Form, Errors>(now: FormNow<Form, Errors>) => ({
  form: now.context.form,
  errors: now.context.errors,
  failure: now.context.failure,
  busy: now.hasTag('busy'),
})

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
export const useDone = (done: boolean, then: () => void): void => useChanged(done || null, then)

/** Runs an effect for each new value; none for null. */
export function useChanged<T>(value: T | null | undefined, then: (value: T) => void): void {
  const follow = useEffectEvent(then)
  useEffect(() => {
    if (value != null) follow(value)
  }, [value])
}
