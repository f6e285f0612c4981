import type { Row } from '../machines/admin/wire.ts'
import css from './risks.module.css'

const MARKS: Readonly<Record<string, string>> = { bad: '×', warn: '!', fact: 'i', clear: '✓' }
const NAMES: Readonly<Record<string, string>> = {
  bad: 'Against the rules',
  warn: 'To weigh',
  fact: 'To know',
  clear: 'Nothing found',
}

/** What to weigh about a person, each with its reason; then what was looked at without a finding. */
export const Risks = ({ rows }: { rows: readonly Row[] }) => (
  <ul className={css.risks}>
    {rows.map(({ note, weight, why }) => (
      <li key={String(note)} className={css.risk} data-weight={weight}>
        <span className={css.mark} aria-hidden="true">
          {MARKS[String(weight)]}
        </span>
        <p>
          <span className="visually-hidden">{NAMES[String(weight)]}: </span>
          {note}
          {why && <span className={css.why}> {why}</span>}
        </p>
      </li>
    ))}
  </ul>
)
