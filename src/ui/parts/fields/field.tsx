import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react'
import { plainOf } from '../../../rules/account/plain-text.ts'
import { useLabels } from '../../i18n/index.ts'
import { down, eye, eyeOff } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './field.module.css'

export type FieldLabels = {
  label: string
  /** The label is only for screen readers: the icon and the placeholder explain the field. */
  hideLabel?: boolean | undefined
  /** The hint. */
  hint?: ReactNode
  /** The error, as text. Replaces the hint. */
  error?: string | undefined
  /** Beside the label: the limit, such as the available balance. A tap on it calls `onLimit`, if that is given. */
  limit?: ReactNode
  onLimit?: (() => void) | undefined
  /** Beside the box, as wide: values to fill it with. */
  beside?: ReactNode
}

/** The frame that all fields share: label above, hint or error below, both tied to the control. */
export function FieldFrame(props: FieldLabels & { id: string; children: ReactNode }) {
  const { id, label, hideLabel = false, hint, error, limit, onLimit, beside, children } = props
  const box = (
    <div className={css.box} data-invalid={error === undefined ? undefined : ''}>
      {children}
    </div>
  )
  return (
    <div className={css.field} data-field="">
      <div className={hideLabel ? 'visually-hidden' : css.head}>
        <label htmlFor={id}>{label}</label>
        {limit !== undefined &&
          (onLimit ? (
            <button type="button" className={css.limit} onClick={onLimit}>
              {limit}
            </button>
          ) : (
            <span className={css.limit}>{limit}</span>
          ))}
      </div>
      {beside === undefined ? (
        box
      ) : (
        <div className={css.row}>
          {box}
          {beside}
        </div>
      )}
      {/* Always there, so that an error that arrives is announced. */}
      <div id={`${id}-help`} aria-live="polite">
        {error !== undefined ? <FieldError error={error} /> : hint !== undefined && <p className={css.hint}>{hint}</p>}
      </div>
    </div>
  )
}

/** The error of a field, if any. */
export const FieldError = ({ error }: { error: string | undefined }) =>
  error === undefined ? null : (
    <p className={css.error}>
      <Icon name="warning" size={16} />
      {error}
    </p>
  )

/** Attributes that link a control to its frame's texts. */
export const tie = (id: string, { hint, error }: Pick<FieldLabels, 'hint' | 'error'>) => ({
  id,
  'aria-describedby': hint !== undefined || error !== undefined ? `${id}-help` : undefined,
  'aria-invalid': error === undefined ? undefined : true,
})

type InputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'id'>

export type FieldProps = FieldLabels &
  InputProps & {
    value: string
    onChange: (text: string) => void
    /** Inside the box, at the start: an icon. */
    leading?: ReactNode
    /** Inside the box, at the end: a `FieldButton`, for example. */
    trailing?: ReactNode
  }

/** A text field. A password can be revealed. */
export function Field(props: FieldProps) {
  const { label, hideLabel, hint, error, limit, onLimit, value, onChange, leading, trailing, ...rest } = props
  const { type = 'text', ...input } = rest
  const id = useId()
  const { t } = useLabels()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const words = { label, hideLabel, hint, error, limit, onLimit }
  return (
    <FieldFrame id={id} {...words}>
      {leading}
      <input
        {...input}
        {...tie(id, words)}
        className={css.input}
        type={secret && shown ? 'text' : type}
        value={value}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) =>
          onChange(secret ? target.value : plainOf(target.value))
        }
      />
      {secret && (
        <button
          type="button"
          className={css.inside}
          aria-pressed={shown}
          aria-label={t('field.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? eyeOff : eye} size={20} />
        </button>
      )}
      {trailing}
    </FieldFrame>
  )
}

/** A small action inside a field's box, such as sending a code. `label`: for screen readers, if different from its text. */
export function FieldButton(props: {
  onClick: () => void
  disabled?: boolean
  label?: string | undefined
  children: ReactNode
}) {
  const { onClick, disabled = false, label, children } = props
  return (
    <button
      type="button"
      className={css.inside}
      aria-disabled={disabled || undefined}
      aria-label={label}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {children}
    </button>
  )
}

/** A choice from a long list: a native select. */
export function SelectField(
  props: FieldLabels & {
    value: string
    onChange: (value: string) => void
    options: readonly { value: string; label: string }[]
    name?: string
    autoComplete?: string
  },
) {
  const { label, hint, error, value, onChange, options, name, autoComplete } = props
  const id = useId()
  const words = { label, hint, error }
  return (
    <FieldFrame id={id} {...words}>
      <select
        {...tie(id, words)}
        className={css.input}
        name={name}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name={down} size={20} />
    </FieldFrame>
  )
}
