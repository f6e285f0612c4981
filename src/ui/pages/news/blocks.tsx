import { Fragment } from 'react'
import { Link } from 'wouter'
import type { Block, Run } from '../../../api/account/news.ts'
import { useServices } from '../../app/services.ts'
import { cx } from '../../parts/cx.ts'
import { isBuilt, type Place } from '../../router/places.ts'
import { pathOf } from '../../router/router.ts'
import { placeOfLink } from './article-place.ts'
import { DrawingOf } from './drawing.tsx'
import css from './news.module.css'

/** The id of the heading at this index of the blocks. */
export const idOf = (at: number): string => `part-${at}`

/** An article's content as elements. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className={css.body}>
    {blocks.map((block, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an article never move
      <BlockOf key={at} block={block} id={idOf(at)} />
    ))}
  </div>
)

function BlockOf({ block, id }: { block: Block; id: string }) {
  switch (block.type) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h3' : 'h4'
      return (
        <Heading id={id} tabIndex={-1} className={css.heading}>
          <Words words={block.words} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Words words={block.words} />
        </p>
      )
    case 'note':
      return (
        <p className={css.note}>
          <Words words={block.words} />
        </p>
      )
    case 'list': {
      const Kind = block.ordered ? 'ol' : 'ul'
      return (
        <Kind className={block.ordered ? css.steps : css.points}>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list never move
            <li key={at}>
              <Words words={item} />
            </li>
          ))}
        </Kind>
      )
    }
    case 'table':
      return <Table head={block.head} rows={block.rows} />
    case 'drawing':
      return <DrawingOf name={block.name} alt={block.alt} />
  }
}

type Cells = readonly (readonly Run[])[]

const textOf = (cell: readonly Run[] | undefined): string => (cell ?? []).map(({ text }) => text).join('')
/** Whether a cell holds words, which wrap, rather than a figure. */
const isWordy = (cell: readonly Run[]): boolean => /\p{L}/u.test(textOf(cell)) && textOf(cell).length >= 20

function Table({ head, rows }: { head: Cells; rows: readonly Cells[] }) {
  const wordy = rows.some((row) => row.slice(1).some(isWordy))
  return (
    <div className={css.tableFrame}>
      <table className={cx(css.table, wordy && css.wordy)}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
              <th key={at} scope="col">
                <Words words={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never move
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
                <td key={column} data-head={textOf(head[column])} data-none={textOf(cell) === '–' || undefined}>
                  <span>
                    <Words words={cell} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Text with links and emphasis. */
export function Words({ words }: { words: readonly Run[] }) {
  const { places } = useServices()
  return words.map((run, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text never move
    <Fragment key={at}>{linked(run, places)}</Fragment>
  ))
}

/** A link to a page that does not exist yet is plain text. */
function linked(run: Run, places: readonly Place[]) {
  const { to } = run
  if (to === undefined) return stressed(run)
  if (to.startsWith('https://')) {
    return (
      <a className={css.link} href={to} target="_blank" rel="noopener noreferrer">
        {stressed(run)}
      </a>
    )
  }
  const place = placeOfLink(to)
  if (!isBuilt(places, pathOf(place))) return stressed(run)
  return (
    <Link className={css.link} href={place}>
      {stressed(run)}
    </Link>
  )
}

function stressed({ text, strong, em }: Run) {
  if (strong) return <strong>{text}</strong>
  return em ? <em>{text}</em> : text
}
