import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Icon, type IconName } from '../marks/icons.tsx'
import { PaperBadge } from './header.tsx'
import css from './tab-bar.module.css'

export type TabBarItem = {
  id: string
  to: string
  label: string
  icon: IconName
  /** A count, if it should be shown. */
  count?: number | undefined
}

export type TabBarProps = {
  items: readonly TabBarItem[]
  /** The id of the item that the open page belongs to. */
  current: string | undefined
  /** Whether this page has the bar on a phone, too. */
  onPhone: boolean
  /** At the end of the top bar. */
  children?: ReactNode
}

/** The app's main pages: below the page, from 700 px in a rail beside it, from 1100 px in a bar above it. */
export function TabBar({ items, current, onPhone, children }: TabBarProps) {
  const { t, lang } = useLabels()
  return (
    <nav className={css.bar} aria-label={t('app.tabs')} data-on-phone={onPhone || undefined}>
      <Brand />
      <ul className={css.list}>
        {items.map(({ id, to, label, icon, count = 0 }) => (
          <li key={id} className={css.item}>
            <Link
              href={to}
              className={css.link}
              aria-current={id === current ? 'page' : undefined}
              aria-describedby={count > 0 ? `${id}-count` : undefined}
            >
              <Icon name={icon} size={20} />
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
      {children}
    </nav>
  )
}

function Brand() {
  const { t } = useLabels()
  const [initial, ...rest] = t('app.name')
  return (
    <div className={css.brand}>
      <p aria-hidden="true">
        {initial}
        <span>{rest}</span>
      </p>
      <PaperBadge />
    </div>
  )
}
