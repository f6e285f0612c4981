import type { Row } from '../machines/admin/wire.ts'
import css from './thread.module.css'
import { type Context, Value } from './value.tsx'
import { timeWords } from './words.ts'

/** A message of an operator; others are of the user, or of a sender without an account, by e-mail. */
const isOurs = ({ from }: Row) => from !== 'the user' && !String(from).includes('@')

/** The messages of a conversation, oldest first, with their pictures: the person's at the start, the operators' at the end. */
export function Thread({ rows, context }: { rows: readonly Row[]; context: Context }) {
  return (
    <ol className={css.thread} aria-label="Messages">
      {rows.map((row) => (
        <li key={String(row.number)} className={css.message} data-ours={isOurs(row) || undefined}>
          {row.text && (
            <p className={css.text} dir="auto">
              {row.text}
            </p>
          )}
          {row.picture && (
            <Value
              column={{ name: 'picture', label: 'Picture', kind: 'picture' }}
              value={row.picture}
              currency={undefined}
              context={context}
            />
          )}
          <p className={css.from}>
            <bdi>{row.from === 'the user' ? 'User' : row.from}</bdi> · {timeWords(String(row.at), context.at)}
            {row.mail && ` · ${row.mail}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
