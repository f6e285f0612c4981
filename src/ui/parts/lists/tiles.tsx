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

type TileLinkProps = { to: string; icon: IconName; disabled?: boolean; children: ReactNode }

/** An action that is a link. */
export function TileLink({ to, icon, disabled = false, children }: TileLinkProps) {
  const inside = (
    <>
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </>
  )
  if (disabled) {
    return (
      <button type="button" aria-disabled="true" className={css.tile}>
        {inside}
      </button>
    )
  }
  return (
    <Link href={to} className={css.tile}>
      {inside}
    </Link>
  )
}
