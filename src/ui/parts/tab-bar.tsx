import { Link } from 'wouter'
import { useWords } from '../i18n/index.ts'
import { Icon, type IconName } from './icons.tsx'
import css from './tab-bar.module.css'

export type TabBarItem = { id: string; to: string; label: string; icon: IconName }

/** The app's main pages. `current` is the id of the item whose page is open. */
export function TabBar({ items, current }: { items: readonly TabBarItem[]; current: string | undefined }) {
  const { t } = useWords()
  return (
    <nav className={css.bar} aria-label={t('app.tabs')}>
      <ul className={css.list}>
        {items.map(({ id, to, label, icon }) => (
          <li key={id} className={css.item}>
            <Link href={to} className={css.link} aria-current={id === current ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
