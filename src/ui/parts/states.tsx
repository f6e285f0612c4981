import type { ReactNode } from 'react'
import { useWords } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'
import css from './states.module.css'

/** A piece of a skeleton, in the shape of what will stand there. */
export type Bone = 'line' | 'hero' | 'card' | 'tiles' | 'button' | 'chart' | 'row'

const Piece = ({ bone }: { bone: Bone }) =>
  bone === 'row' ? (
    <div className={css.row}>
      <div className={cx(css.bone, css.disc)} />
      <div className={cx(css.bone, css.words)} />
      <div className={cx(css.bone, css.figure)} />
    </div>
  ) : (
    <div className={cx(css.bone, css[bone])} />
  )

/** Content on its way. Shows after 200 ms; a screen reader hears that the page is loading. */
export function Skeleton({ bones = ['hero', 'line', 'card', 'row', 'row', 'row'] }: { bones?: readonly Bone[] }) {
  const { t } = useWords()
  return (
    <div className={css.skeleton} role="status">
      <span className="visually-hidden">{t('page.loading')}</span>
      {bones.map((bone, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are alike and never move
        <Piece key={at} bone={bone} />
      ))}
    </div>
  )
}

type StateProps = {
  icon?: IconName
  title: ReactNode
  text?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Nothing here yet: says what would be, with one thing to do. */
export const Empty = ({ icon = 'receipt', title, text, action }: StateProps) => (
  <div className={css.state}>
    <Icon name={icon} size={32} className={css.icon} />
    <p className={css.title}>{title}</p>
    {text !== undefined && <p className={css.text}>{text}</p>}
    {action !== undefined && <div className={css.action}>{action}</div>}
  </div>
)

/** Something went wrong: says what happened, what to do, and offers to try again. */
export function Failure(props: { title: ReactNode; text?: ReactNode; onRetry?: () => void; busy?: boolean }) {
  const { title, text, onRetry, busy = false } = props
  const { t } = useWords()
  return (
    <div className={css.state} role="alert">
      <Icon name="warning" size={32} className={css.icon} />
      <p className={css.title}>{title}</p>
      {text !== undefined && <p className={css.text}>{text}</p>}
      {onRetry && (
        <div className={css.action}>
          <Button kind="quiet" small busy={busy} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
