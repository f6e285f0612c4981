import type { Done, Row } from '../machines/admin/wire.ts'
import { saveFile } from '../ui/forms/save-file.ts'
import { Button } from '../ui/parts/buttons/button.tsx'
import { Tag } from '../ui/parts/marks/tag.tsx'
import css from './admin.module.css'
import type { Column } from './columns.ts'
import { Copy } from './copy.tsx'
import { focusEvidence, zoomEvidence } from './focus.ts'
import { useKeys } from './keys.ts'
import { linkTo } from './place.ts'
import own from './rows.module.css'
import { amountWords, endsOf, inFours, sentence, shortId, textWords, timeWords, toneOf, waitWords } from './words.ts'

/** What the values of rows refer to. */
export type Context = Pick<Done, 'pictures' | 'people' | 'at' | 'late'> & { files?: Done['files'] | undefined }

type Shown = { column: Column; value: Row[string]; currency: string | undefined; context: Context }

/**
 * One value of a row in words.
 *
 * @param whole with everything that a decision needs, such as an address in full; else briefly, for a table
 */
export function Value({
  column: { name, kind },
  value,
  currency,
  context,
  whole = false,
}: Shown & { whole?: boolean }) {
  if (value === null || value === '') return <span className={css.nothing}>–</span>
  const text = String(value)
  const { pictures, people = {}, files, at } = context
  if (kind === 'picture') return <Pictures text={text} pictures={pictures} />
  const file = files?.[text]
  if (file !== undefined) {
    return (
      <Button kind="plain" small onClick={() => saveFile(text, file, 'text/csv')}>
        {text}
      </Button>
    )
  }
  if (kind === 'person') return <PersonLink name={name} text={text} people={people} />
  if (kind === 'people') {
    return text.split(' ').map((id) => (
      <span key={id} className={own.each}>
        <PersonLink name="user" text={id} people={people} />
      </span>
    ))
  }
  if (kind === 'waiting' || kind === 'time') {
    const exact = timeWords(text, at, true)
    return (
      <time dateTime={text} title={`${exact} UTC`} className={own.short}>
        {kind === 'waiting' ? waitWords(text, at) : timeWords(text, at, whole || name === 'at')}
      </time>
    )
  }
  if (kind === 'amount') return <span className={own.amount}>{amountWords(text, currency)}</span>
  if (kind === 'state') return <Tag tone={toneOf(text)}>{sentence(text)}</Tag>
  if (kind === 'hash') return <Code text={text} short={endsOf(text)} whole={whole} />
  if (kind === 'id') return <Code text={text} short={shortId(text)} whole={whole} />
  if (kind === 'address')
    return whole ? <Code text={text} short={inFours(text)} whole /> : <Code text={text} short={endsOf(text)} />
  return (
    <bdi className={own.text} title={textWords(name, value) === text ? undefined : text}>
      {textWords(name, value)}
    </bdi>
  )
}

/** A code by its short form. `whole`: with a button that copies all of it. */
const Code = ({ text, short, whole = false }: { text: string; short: string; whole?: boolean }) => (
  <span className={own.code} title={text}>
    {short}
    {whole && <Copy text={text} />}
  </span>
)

/** `name (id)`, as the server writes a person where an act is about one. */
const NAMED = /^(.*) \(([0-9A-Z]{26})\)$/

function PersonLink({ name, text, people }: { name: string; text: string; people: Readonly<Record<string, string>> }) {
  const [, said, id] = NAMED.exec(text) ?? []
  if (id === undefined && !name.startsWith('user')) return <bdi className={own.text}>{text}</bdi>
  const known = said ?? people[text]
  return (
    <a className={css.words} href={linkTo('user', id ?? text)} title={known ?? text}>
      <bdi>{known === undefined ? `…${shortId(text)}` : known.startsWith('0x') ? endsOf(known) : known}</bdi>
    </a>
  )
}

/** Each picture once. */
function Pictures({ text, pictures }: { text: string; pictures: Done['pictures'] }) {
  useKeys({
    e: { words: 'Next picture', act: focusEvidence },
    z: { words: 'Picture in full', act: zoomEvidence },
  })
  const named = text.split(' ').filter((word) => pictures[word] !== undefined)
  if (named.length === 0) return <span className={own.text}>{text}</span>
  return named.map((word) => (
    <a key={word} data-evidence href={pictures[word]} target="_blank" rel="noreferrer">
      <img className={own.picture} src={pictures[word]} alt={sentence(word.replace(/^[^-]*-/, ''))} />
    </a>
  ))
}
