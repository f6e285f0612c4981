import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { useOpenForm } from '../../forms/open-forms.ts'
import { watchKeyboard } from '../sheet/keyboard.ts'
import css from './form.module.css'

/** The fields that are typed into. */
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="file"])'

export type FormProps = {
  /** Its purpose, for screen readers. */
  label: string
  onSubmit: () => void
  /** Changes with the errors: after a submission the first invalid field is focused. */
  found: unknown
  children: ReactNode
}

/**
 * Fields with their button. The browser's validation is off: errors are shown at their field, in the app's
 * language. A key labelled `next` moves to the next field, if that is empty; from an amount always.
 */
export function Form({ label, onSubmit, found, children }: FormProps) {
  useOpenForm()
  useEffect(watchKeyboard, [])
  const form = useRef<HTMLFormElement>(null)
  const submitted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the errors change
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
    const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>(TYPED)]
    const next = inputs[inputs.indexOf(target) + 1]
    // An amount is never sent by a key.
    const isAmount = target.inputMode === 'decimal'
    if (!isAmount && next?.value !== '') return
    event.preventDefault()
    if (next) next.focus()
    else target.blur()
  }
  return (
    <form ref={form} className={css.form} aria-label={label} noValidate onSubmit={submit} onKeyDown={press}>
      {children}
    </form>
  )
}
