import { useState } from 'react'
import { SEARCH_LENGTH_MAX } from '../../../rules/money/notes.ts'
import { useChanged } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Field } from '../../parts/fields/field.tsx'
import { search } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'

type SearchFieldProps = {
  /** What is searched for now. */
  searched: string
  onSearch: (text: string) => void
}

/** Searches records by amount, word, note or id: on Enter, because each search reads the ledger. Emptying it ends the search. */
export function SearchField({ searched, onSearch }: SearchFieldProps) {
  const { t } = useLabels()
  const [typed, type] = useState(searched)
  useChanged(searched, type)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <Field
          label={t('records.search')}
          hideLabel
          placeholder={t('records.searchShort')}
          leading={<Icon name={search} size={20} className="muted" />}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          value={typed}
          onChange={(value) => {
            type(value)
            if (value === '') onSearch('')
          }}
        />
      </form>
    </search>
  )
}
