import type { ReactNode } from 'react'
import css from './sum-table.module.css'

export type SumRow = {
  id: string
  name: ReactNode
  /** A second, smaller line. */
  note?: ReactNode
  /** One per further column; the last is the result of the others. */
  cells: readonly ReactNode[]
}

type SumTableProps = {
  /** For screen readers. */
  label: string
  columns: readonly [string, ...string[]]
  rows: readonly SumRow[]
  total?: { name: ReactNode; value: ReactNode }
}

/** A sum line by line, also on a phone: a name, up to three figures, and their total. */
export const SumTable = ({ label, columns: [first, ...others], rows, total }: SumTableProps) => (
  <div className={css.sums}>
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, note, cells }) => (
          <tr key={id}>
            <th scope="row">
              <span className={css.name}>{name}</span>
              {note !== undefined && <span className={css.note}>{note}</span>}
            </th>
            {cells.map((cell, at) => (
              <td key={others[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total.name}</th>
            <td colSpan={others.length}>{total.value}</td>
          </tr>
        </tfoot>
      )}
    </table>
  </div>
)
