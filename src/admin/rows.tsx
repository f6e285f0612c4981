import type { Done, Row } from '../machines/admin/wire.ts'
import { saveFile } from '../ui/forms/save-file.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import css from './admin.module.css'
import { linkTo } from './place.ts'

type Shown = Pick<Done, 'rows' | 'pictures'> & { files?: Done['files'] | undefined }

/** Rows as a table, or a single one as its fields. */
export const Rows = ({ rows, pictures, files, caption }: Shown & { caption: string }) => {
  const [first] = rows
  if (!first) return <p className={css.none}>Nothing.</p>
  return rows.length === 1 ? (
    <Fields row={first} pictures={pictures} files={files} />
  ) : (
    <Table rows={rows} pictures={pictures} caption={caption} />
  )
}

/** A row's fields, one below the other. */
export const Fields = ({ row, pictures, files }: { row: Row } & Omit<Shown, 'rows'>) => (
  <dl className={css.fields}>
    {Object.entries(row).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Value name={name} value={value} pictures={pictures} files={files} />
        </dd>
      </div>
    ))}
  </dl>
)

/** `open`: the link from a row to its acts. */
export function Table({
  rows,
  pictures,
  caption,
  open,
}: Shown & { caption: string; open?: (place: number) => string }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={css.scroll} aria-label={caption} tabIndex={0}>
      <table className={css.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={String(row.id ?? row.number ?? place)}>
              {names.map((name, column) => (
                <td key={name}>
                  {open && column === 0 ? (
                    <a className={css.words} href={open(place)}>
                      {row[name]}
                    </a>
                  ) : (
                    <Value name={name} value={row[name] ?? null} pictures={pictures} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Value({ name, value, pictures, files }: { name: string; value: Row[string] } & Omit<Shown, 'rows'>) {
  if (value === null || value === '') return <span className={css.nothing}>–</span>
  const text = String(value)
  const named = text.split(' ').filter((word) => pictures[word] !== undefined)
  if (named.length > 0) {
    return named.map((word) => (
      <a key={word} href={pictures[word]} target="_blank" rel="noreferrer">
        <img className={css.picture} src={pictures[word]} alt={word} />
      </a>
    ))
  }
  const file = files?.[text]
  if (file !== undefined) {
    return (
      <Button kind="plain" small onClick={() => saveFile(text, file, 'text/csv')}>
        {text}
      </Button>
    )
  }
  if (name === 'user') {
    return (
      <a className={css.words} href={linkTo('user', text)}>
        {text}
      </a>
    )
  }
  return <span className={css.text}>{text}</span>
}
