import { type KeyboardEvent, useId } from 'react'
import { plainOf } from '../../../rules/account/plain-text.ts'
import { cx } from '../cx.ts'
import { FieldFrame, type FieldLabels, tie } from './field.tsx'
import css from './text-area.module.css'

/** A multi-line text field that grows with its text. `onEnter`: replaces the new line of Enter without Shift. */
export function TextArea(
  props: FieldLabels & {
    value: string
    onChange: (text: string) => void
    onEnter?: () => void
    maxLength: number
    /** Initial height of a few lines. */
    tall?: boolean
    readOnly?: boolean
    placeholder?: string
  },
) {
  const { value, onChange, onEnter, maxLength, tall = false, readOnly = false, placeholder, ...words } = props
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (!onEnter || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <FieldFrame id={id} {...words}>
      <textarea
        {...tie(id, words)}
        className={cx(css.area, tall && css.tall)}
        value={value}
        rows={tall ? 5 : 1}
        maxLength={maxLength}
        readOnly={readOnly}
        placeholder={placeholder}
        enterKeyHint={onEnter ? 'send' : 'enter'}
        onKeyDown={press}
        onChange={(event) => onChange(plainOf(event.target.value))}
      />
    </FieldFrame>
  )
}
