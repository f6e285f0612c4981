import type { ReactNode } from 'react'
import { useLabels } from '../../i18n/index.ts'
import css from './statement.module.css'

/** A table of a statement: what, and how much. `children`: its rows. */
export function FigureTable({ caption, children }: { caption: string; children: ReactNode }) {
  const { t } = useLabels()
  return (
    <table className={css.lines}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('records.what')}</th>
          <th scope="col">{t('records.amount')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
