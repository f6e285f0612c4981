import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './table.module.css'

export type Column<Row> = {
  id: string
  /** Its name; `hidden`: for screen readers only, as over actions. */
  title: string
  hidden?: boolean
  /** Figures are aligned right; words left. */
  words?: boolean
  /** Hidden where not all columns fit. */
  spare?: boolean
  cell: (row: Row) => ReactNode
}

export type TableProps<Row> = {
  /** Its name, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A tap on a row, such as for its receipt; the first cell is a button then. */
  onRow?: (row: Row) => void
}

/** A table for wide screens. It scrolls sideways within itself. */
export const Table = <Row,>({ label, columns, rows, rowKey, onRow }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section className={css.scroll} aria-label={label} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map(({ id, title, hidden, words, spare }) => (
            <th key={id} scope="col" className={cx(words && css.words, spare && css.spare)}>
              {hidden ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={cx(onRow && css.leads)}>
            {columns.map(({ id, words, spare, cell }, at) => (
              <td key={id} className={cx(words && css.words, spare && css.spare)}>
                {at === 0 && onRow ? (
                  <button type="button" className={css.open} aria-haspopup="dialog" onClick={() => onRow(row)}>
                    {cell(row)}
                  </button>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type RowActionProps = { children: ReactNode; disabled?: boolean; onClick: () => void }

/** A small button within a row of a table. */
export const RowAction = ({ children, disabled = false, onClick }: RowActionProps) => (
  <button
    type="button"
    className={css.action}
    aria-haspopup="dialog"
    aria-disabled={disabled}
    onClick={disabled ? undefined : onClick}
  >
    {children}
  </button>
)
