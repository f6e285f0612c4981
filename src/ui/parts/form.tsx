import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { useOpenForm } from '../open-forms.ts'
import css from './form.module.css'

export type FormProps = {
  /** What it is for: heard, not seen. */
  label: string
  onSubmit: () => void
  /** Changes with what is found wrong: the first field that is goes into focus, where the form was submitted. */
  found: unknown
  children: ReactNode
}

/**
 * Fields with their button. The browser's own checks are off: what is wrong stands beside its field, in the app's
 * language. A key that says `next` goes to the next field, as long as that is empty.
 */
export function Form({ label, onSubmit, found, children }: FormProps) {
  useOpenForm()
  const form = useRef<HTMLFormElement>(null)
  const submitted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again whenever something else was found
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!submitted.current || !wrong) return
    submitted.current = false
    wrong.focus()
  }, [found])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    submitted.current = true
    onSubmit()
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target } = event
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
    const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type="radio"])')]
    const next = inputs[inputs.indexOf(target) + 1]
    if (next?.value !== '') return
    event.preventDefault()
    next.focus()
  }
  return (
    <form ref={form} className={css.form} aria-label={label} noValidate onSubmit={submit} onKeyDown={press}>
      {children}
    </form>
  )
}
