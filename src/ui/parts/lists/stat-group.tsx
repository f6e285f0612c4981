import type { FactTable } from './list.tsx'
import css from './stat-group.module.css'

/** Labels over values, at most four in a row, the last one at the end. A value never breaks. */
export const StatGroup = ({ stats }: { stats: FactTable }) => (
  <dl className={css.stats}>
    {stats.map(
      (stat) =>
        stat && (
          <div key={stat.id ?? String(stat.term)}>
            <dt>{stat.term}</dt>
            <dd>{stat.value}</dd>
          </div>
        ),
    )}
  </dl>
)
