import type { ReactNode } from 'react'
import { Icon, type IconName } from '../marks/icons.tsx'
import css from './callout.module.css'

export type CalloutProps = {
  /** `bad`: an error, announced at once. `paper`: a consequence of paper money. */
  tone?: 'plain' | 'bad' | 'paper'
  /** In place of the tone's own icon. */
  icon?: IconName
  /** One small button. */
  action?: ReactNode
  children: ReactNode
}

const icons: Record<NonNullable<CalloutProps['tone']>, IconName> = { plain: 'info', bad: 'warning', paper: 'info' }

/** A short note on adjacent content. */
export const Callout = ({ tone = 'plain', icon = icons[tone], action, children }: CalloutProps) => (
  <div className={css.callout} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
    <Icon name={icon} size={20} className={css.icon} />
    <p className={css.words}>{children}</p>
    {action}
  </div>
)
