import { cx } from '../cx.ts'
import css from './sort-header.module.css'

export type SortWay = 'ascending' | 'descending'

export type SortHeaderProps<C extends string> = {
  /** The name of the header, for screen readers. */
  label: string
  columns: readonly { value: C; label: string }[]
  /** The column that the list is sorted by, if any. */
  sorted: { by: C; way: SortWay } | undefined
  onSort: (by: C) => void
  className?: string | undefined
}

const arrows: Record<SortWay, string> = { ascending: '▲', descending: '▼' }

/** The names of a list's columns, each of which sorts it. */
export const SortHeader = <C extends string>({ label, columns, sorted, onSort, className }: SortHeaderProps<C>) => (
  <table className={cx(css.header, className)} aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => {
          const way = sorted?.by === column.value ? sorted.way : undefined
          return (
            <th key={column.value} scope="col" aria-sort={way}>
              <button type="button" className={css.sort} onClick={() => onSort(column.value)}>
                {column.label}
                {way && <span aria-hidden="true"> {arrows[way]}</span>}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  </table>
)
