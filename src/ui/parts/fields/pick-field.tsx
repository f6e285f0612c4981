import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import { List } from '../lists/list.tsx'
import { down } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import { Empty } from '../page/states.tsx'
import { Sheet } from '../sheet/sheet.tsx'
import { FieldFrame, type FieldLabels, tie } from './field.tsx'
import css from './pick-field.module.css'
import { SearchField } from './search-field.tsx'

export type PickFieldProps = FieldLabels & {
  /** The selection, in short; empty if none. */
  text: string
  /** The placeholder. */
  placeholder: string
  leading?: ReactNode
  /** The name of the selection. */
  name?: string | undefined
  /** The sheet's content; calls `close` after a selection. */
  children: (close: () => void) => ReactNode
}

/** A choice from a list in a sheet. */
export function PickField({ text, placeholder, leading, name, children, ...words }: PickFieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <FieldFrame id={id} {...words}>
        <button
          {...tie(id, words)}
          type="button"
          className={css.button}
          aria-label={`${words.label}: ${text || placeholder} ${name ?? ''}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {leading}
          <span className={text === '' ? css.empty : undefined}>{text || placeholder}</span>{' '}
          <span className={css.name}>{name}</span>
          <Icon name={down} size={20} />
        </button>
      </FieldFrame>
      <Sheet open={open} onClose={close} title={words.label}>
        {children(close)}
      </Sheet>
    </>
  )
}

export type SearchListProps<Item> = {
  /** The name of the list. */
  label: string
  /** The name of the search. */
  searchLabel: string
  find: (query: string) => readonly Item[]
  keyOf: (item: Item) => string
  /** One item: a `Row`. */
  row: (item: Item) => ReactNode
  /** The text if nothing is found. */
  none: (query: string) => { title: string; text: string }
}

/** A list with a search above it, for a sheet. */
export function SearchList<Item>({ label, searchLabel, find, keyOf, row, none }: SearchListProps<Item>) {
  const [query, setQuery] = useState('')
  const sought = useDeferredValue(query)
  const found = useMemo(() => find(sought), [find, sought])
  return (
    <>
      <SearchField label={searchLabel} value={query} onChange={setQuery} />
      <div className={css.list}>
        {found.length === 0 ? (
          <Empty {...none(sought)} />
        ) : (
          <List label={label}>
            {found.map((item) => (
              <li key={keyOf(item)} className={css.item}>
                {row(item)}
              </li>
            ))}
          </List>
        )}
      </div>
    </>
  )
}
