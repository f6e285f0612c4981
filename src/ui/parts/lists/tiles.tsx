import { Children, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from '../marks/icons.tsx'
import css from './tiles.module.css'

/** A few actions in a row. `label`: for screen readers. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={css.tiles} aria-label={label}>
    {Children.map(children, (child) => (
      <li>{child}</li>
    ))}
  </ul>
)

/** An action that is a link. */
export const TileLink = ({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) => (
  <Link href={to} className={css.tile}>
    <Icon name={icon} size={20} />
    <span>{children}</span>
  </Link>
)
