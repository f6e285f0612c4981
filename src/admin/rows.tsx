import { useState } from 'react'
import type { Row } from '../machines/admin/wire.ts'
import css from './admin.module.css'
import { type Column, columnsOf, currencyIn, placesSorted, type Sorted } from './columns.ts'
import own from './rows.module.css'
import { type Context, Value } from './value.tsx'

type Shown = { rows: readonly Row[]; context: Context; caption: string }

/** Rows as a table, or a single one as its fields, without those that `known` says as well. */
export function Rows({ rows, context, caption, known = {} }: Shown & { known?: Row | undefined }) {
  const [first] = rows
  if (!first) return <p className={css.none}>Nothing.</p>
  return rows.length === 1 ? (
    <Fields
      row={first}
      context={context}
      without={Object.keys(first).filter((name) => first[name] === (name === 'userId' ? known.user : known[name]))}
    />
  ) : (
    <Table rows={rows} context={context} caption={caption} />
  )
}

/**
 * A row's fields, one below the other.
 *
 * @param without fields that stand elsewhere
 */
export const Fields = ({ row, context, without = [] }: { row: Row; context: Context; without?: readonly string[] }) => (
  <dl className={own.fields}>
    {columnsOf([row])
      .filter(({ name }) => !without.includes(name))
      .map((column) => (
        <div key={column.name} data-kind={column.kind}>
          <dt>{column.label}</dt>
          <dd>
            <Value
              column={column}
              value={row[column.name] ?? null}
              currency={currencyIn(row)}
              context={context}
              whole
            />
          </dd>
        </div>
      ))}
  </dl>
)

type TableProps = Shown & {
  /** The link from a row to its case, and the one that is open. */
  open?: (place: number) => string
  opened?: number
  waits?: boolean
  brief?: boolean
  /** The places that are shown; by default, all. */
  only?: ReadonlySet<number> | undefined
  /** How it is sorted, if its page knows; else it knows itself. */
  sorting?: { sorted: Sorted | undefined; onSort: (sorted: Sorted | undefined) => void } | undefined
}

const isFigure = ({ kind, name }: Column, rows: readonly Row[]) =>
  kind === 'amount' || (kind === 'text' && rows.every((row) => row[name] == null || typeof row[name] === 'number'))

/** Rows below each other; each header sorts them. */
export function Table({
  rows,
  context,
  caption,
  open,
  opened,
  waits = false,
  brief = false,
  only,
  sorting,
}: TableProps) {
  const [kept, keep] = useState<Sorted>()
  const { sorted, onSort } = sorting ?? { sorted: kept, onSort: keep }
  const columns = columnsOf(rows, { waits, brief })
  const figures = new Set(columns.filter((column) => isFigure(column, rows)).map(({ name }) => name))
  // A person has a link of their own.
  const linked = columns.find(({ kind }) => kind !== 'person' && kind !== 'people')?.name
  const sort = (by: string) =>
    onSort(
      sorted?.by !== by ? { by, way: 'ascending' } : sorted.way === 'ascending' ? { by, way: 'descending' } : undefined,
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={own.scroll} aria-label={caption} tabIndex={0}>
      <table className={own.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th
                key={name}
                scope="col"
                data-figure={figures.has(name) || undefined}
                aria-sort={sorted?.by === name ? sorted.way : undefined}
              >
                <button type="button" className={own.sort} onClick={() => sort(name)}>
                  {label}
                  {sorted?.by === name && <span aria-hidden="true">{sorted.way === 'ascending' ? ' ▲' : ' ▼'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placesSorted(rows, sorted)
            .filter((place) => only?.has(place) ?? true)
            .map((place) => {
              const row = rows[place] ?? {}
              return (
                <tr key={String(row.id ?? row.number ?? place)} data-open={place === opened || undefined}>
                  {columns.map((column) => (
                    <td
                      key={column.name}
                      data-figure={figures.has(column.name) || undefined}
                      data-late={(column.kind === 'waiting' && context.late?.[place]) || undefined}
                    >
                      {open && column.name === linked ? (
                        <a className={css.words} href={open(place)} data-row>
                          <Value
                            column={column}
                            value={row[column.name] ?? null}
                            currency={currencyIn(row)}
                            context={context}
                          />
                          <span className="visually-hidden">{whoIn(row, context)}</span>
                        </a>
                      ) : (
                        <Value
                          column={column}
                          value={row[column.name] ?? null}
                          currency={currencyIn(row)}
                          context={context}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
        </tbody>
      </table>
    </section>
  )
}

/** Who a row is about, for the name of its link. */
function whoIn(row: Row, { people = {} }: Context): string {
  const who = people[String(row.user)] ?? row.person ?? row.who
  return who ? `, ${who}` : ''
}
