import { useState } from 'react'
import { SEARCH_LENGTH_MAX } from '../../../rules/money/notes.ts'
import { useChanged } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { SearchField } from '../../parts/fields/search-field.tsx'

type SearchFormProps = {
  /** What is searched for now. */
  searched: string
  onSearch: (text: string) => void
}

/** Searches records by amount, word, note or id: on Enter, because each search reads the ledger. Emptying it ends the search. */
export function SearchForm({ searched, onSearch }: SearchFormProps) {
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
        <SearchField
          label={t('records.search')}
          placeholder={t('records.searchShort')}
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
