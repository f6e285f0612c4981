import { type ReactNode, useId } from 'react'
import { lock } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './check-table.module.css'
import checkbox from './checkbox.module.css'

/** Locked: always on, with the reason as its text for screen readers. */
type Check = { on: boolean; disabled?: boolean; locked?: string | undefined }

type CheckTableProps<R extends string, C extends string> = {
  /** For screen readers. */
  label: string
  /** Over the names of the rows. */
  title: string
  columns: readonly { id: C; title: string }[]
  rows: readonly { id: R; title: string; note?: ReactNode }[]
  check: (row: R, column: C) => Check
  onChange: (row: R, column: C, on: boolean) => void
}

/** Checkboxes by rows and columns, which take effect at once. */
export function CheckTable<R extends string, C extends string>(props: CheckTableProps<R, C>) {
  const { label, title, columns, rows, check, onChange } = props
  const id = useId()
  return (
    <div className={css.checks}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" id={`${id}-${column.id}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span className={css.name} id={`${id}-${row.id}`}>
                  {row.title}
                </span>
                {row.note !== undefined && <span className={css.note}>{row.note}</span>}
              </th>
              {columns.map((column) => {
                const { on, disabled, locked } = check(row.id, column.id)
                return (
                  <td key={column.id}>
                    {locked === undefined ? (
                      <label className={css.cell}>
                        <input
                          className={checkbox.input}
                          type="checkbox"
                          aria-labelledby={`${id}-${row.id} ${id}-${column.id}`}
                          checked={on}
                          disabled={disabled}
                          onChange={() => onChange(row.id, column.id, !on)}
                        />
                      </label>
                    ) : (
                      <span className={css.cell}>
                        <Icon name={lock} size={16} />
                        <span className="visually-hidden">{locked}</span>
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
