import { search } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import { Field } from './field.tsx'

type SearchFieldProps = {
  label: string
  /** The label by default. */
  placeholder?: string
  maxLength?: number
  value: string
  onChange: (value: string) => void
}

/** A field that searches. */
export const SearchField = ({ label, placeholder = label, ...field }: SearchFieldProps) => (
  <Field
    {...field}
    label={label}
    hideLabel
    placeholder={placeholder}
    leading={<Icon name={search} size={20} className="muted" />}
    type="search"
    enterKeyHint="search"
    autoComplete="off"
    spellCheck={false}
  />
)
