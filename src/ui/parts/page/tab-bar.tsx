import { Link } from 'wouter'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Icon, type IconName } from '../marks/icons.tsx'
import css from './tab-bar.module.css'

export type TabBarItem = {
  id: string
  to: string
  label: string
  icon: IconName
  /** A count, if it should be shown. */
  count?: number | undefined
}

/** The app's main pages. `current`: id of the item whose page is open. */
export function TabBar({ items, current }: { items: readonly TabBarItem[]; current: string | undefined }) {
  const { t, lang } = useLabels()
  return (
    <nav className={css.bar} aria-label={t('app.tabs')}>
      <ul className={css.list}>
        {items.map(({ id, to, label, icon, count = 0 }) => (
          <li key={id} className={css.item}>
            <Link
              href={to}
              className={css.link}
              aria-current={id === current ? 'page' : undefined}
              aria-describedby={count > 0 ? `${id}-count` : undefined}
            >
              <Icon name={icon} />
              <span>{label}</span>
              {count > 0 && (
                <span className={css.count} aria-hidden="true">
                  {formatCount(count, lang)}
                </span>
              )}
            </Link>
            {count > 0 && (
              <span id={`${id}-count`} hidden>
                {t('tab.open', { count })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
