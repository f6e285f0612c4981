import type { Operator } from '../machines/admin/wire.ts'
import { Callout } from '../ui/parts/page/callout.tsx'
import css from './admin.module.css'
import { linkTo } from './place.ts'
import own from './rows.module.css'
import type { Pace, Waiting } from './tools.ts'
import { spanWords, timeTaken, waitWords } from './words.ts'

/**
 * Every queue that the operator may open: how many wait, the oldest one, the time by which a case should be decided, how many are late, and
 * what operators decided today.
 */
export function Overview({ me, waiting: { paces, at, failure } }: { me: Operator; waiting: Waiting }) {
  const queues = me.commands.filter(({ as }) => as === 'queue')
  const sum = (count: (pace: Pace) => number) => Object.values(paces).reduce((all, pace) => all + count(pace), 0)
  const [waits, late, decided] = [sum((pace) => pace.waits), sum((pace) => pace.late), sum((pace) => pace.decided ?? 0)]
  return (
    <section className={css.view} aria-busy={at === undefined && failure === null}>
      <h1 className={css.title}>Overview</h1>
      <p className={css.about}>
        {waits} cases waiting{late > 0 && ` · ${late} late`} · decided today, since 00:00 UTC: {decided}
      </p>
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      <section className={own.scroll} aria-label="Queues">
        <table className={own.table}>
          <caption className="visually-hidden">Queues</caption>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              {['Waiting', 'Oldest', 'Target', 'Late', 'Decided today', 'Median time'].map((label) => (
                <th key={label} scope="col" data-figure>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, title }) => {
              const { waits = 0, oldest = null, target = null, late = 0, decided, median } = paces[name] ?? {}
              return (
                <tr key={name}>
                  <td>
                    <a className={css.words} href={linkTo(name)}>
                      {title}
                    </a>
                  </td>
                  <td data-figure>{waits}</td>
                  <td data-figure data-late={late > 0 || undefined}>
                    {oldest === null || at === undefined ? '–' : waitWords(oldest, at)}
                  </td>
                  <td data-figure>{target === null ? '–' : spanWords(target)}</td>
                  <td data-figure data-late={late > 0 || undefined}>
                    {late}
                  </td>
                  <td data-figure>{decided ?? '–'}</td>
                  <td data-figure>{median == null ? '–' : timeTaken(median)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </section>
  )
}
