import type { ReactNode } from 'react'
import css from './callout.module.css'
import { Icon, type IconName } from './icons.tsx'

export type CalloutProps = {
  /** `bad`: something went wrong, and is read out at once. `paper`: something is so because money is play money. */
  tone?: 'plain' | 'bad' | 'paper'
  /** One small button. */
  action?: ReactNode
  children: ReactNode
}

const icons: Record<NonNullable<CalloutProps['tone']>, IconName> = { plain: 'info', bad: 'warning', paper: 'info' }

/** A few words that belong to what stands beside them. */
export const Callout = ({ tone = 'plain', action, children }: CalloutProps) => (
  <div className={css.callout} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
    <Icon name={icons[tone]} size={20} className={css.icon} />
    <p className={css.words}>{children}</p>
    {action}
  </div>
)
