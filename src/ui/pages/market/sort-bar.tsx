import { useLabels } from '../../i18n/index.ts'
import { type BoardColumn, type BoardOrder, nextOrder } from './board.ts'
import css from './sort-bar.module.css'

const columns: readonly BoardColumn[] = ['name', 'price', 'change']

/** Sort order of a market list. A press sorts, the next reverses, the third resets. */
export function SortBar({ order, onChange }: { order: BoardOrder; onChange: (order: BoardOrder) => void }) {
  const { t } = useLabels()
  return (
    <fieldset className={css.bar}>
      <legend className="visually-hidden">{t('market.sort')}</legend>
      {columns.map((by) => {
        const way = order.by === by ? order.way : undefined
        return (
          <button
            key={by}
            type="button"
            className={css.sort}
            data-way={way}
            aria-pressed={way !== undefined}
            onClick={() => onChange(nextOrder(order, by))}
          >
            {t(`market.sort.${by}`)}
            <svg className={css.arrows} viewBox="0 0 8 12" aria-hidden="true">
              <path className={css.up} d="M4 0 7.5 5h-7z" />
              <path className={css.down} d="m4 12 3.5-5h-7z" />
            </svg>
            {way && <span className="visually-hidden">{t(`market.way.${way}`)}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
