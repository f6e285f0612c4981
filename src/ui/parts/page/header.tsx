import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useLabels } from '../../i18n/index.ts'
import { goBack, hasMoved } from '../../router/router.ts'
import { Icon, type IconName } from '../marks/icons.tsx'
import css from './header.module.css'

/** The badge for paper money, shown wherever there is money. */
export function PaperBadge() {
  const { t } = useLabels()
  return (
    <span className={css.badge} title={t('app.paperHint')}>
      {t('app.paper')}
    </span>
  )
}

export type HeaderProps = {
  title: ReactNode
  /** Before the title: a mark. */
  leading?: ReactNode
  /** The target of Back without a previous place of the app. Without it there is no back arrow. */
  back?: string | undefined
  /** The PAPER badge: shown unless `false`. */
  paper?: boolean
  /** At the end: `HeaderAction`s. */
  trailing?: ReactNode
}

/**
 * The bar at the top of a page, with the page's only `h1`, which is focused after navigation.
 */
export function Header({ title, leading, back, paper = true, trailing }: HeaderProps) {
  const { t } = useLabels()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasMoved()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={css.header}>
      {back !== undefined && (
        <button type="button" className={css.back} aria-label={t('action.back')} onClick={() => goBack(back)}>
          <Icon name="back" />
        </button>
      )}
      {leading !== undefined && <span className={css.leading}>{leading}</span>}
      <h1 ref={heading} className={css.title} tabIndex={-1}>
        {title}
      </h1>
      {paper && <PaperBadge />}
      <div className={css.trailing}>{trailing}</div>
    </header>
  )
}

/** An icon button in a header; its label is for screen readers. */
export function HeaderAction(props: { icon: IconName; label: string; onClick: () => void; pressed?: boolean }) {
  const { icon, label, onClick, pressed } = props
  return (
    <button type="button" className={css.action} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

/** A text link in a header. */
export const HeaderLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} className={css.link}>
    {children}
  </Link>
)

/** A text button in a header. */
export const HeaderButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={css.link} aria-haspopup="dialog" onClick={onClick}>
    {children}
  </button>
)
