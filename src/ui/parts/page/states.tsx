import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../buttons/button.tsx'
import { cx } from '../cx.ts'
import css from './states.module.css'

/** A piece of a skeleton, in the shape of its content. */
export type Shape = 'line' | 'hero' | 'card' | 'tiles' | 'button' | 'chart' | 'row'

const Piece = ({ shape }: { shape: Shape }) =>
  shape === 'row' ? (
    <div className={css.row}>
      <div className={cx(css.shape, css.disc)} />
      <div className={cx(css.shape, css.words)} />
      <div className={cx(css.shape, css.figure)} />
    </div>
  ) : (
    <div className={cx(css.shape, css[shape])} />
  )

/**
 * Loading content. Shown after 40 ms; screen readers announce that the page is loading. A sheet around it keeps its full
 * height until it closes: it would grow with its content otherwise, and move what is read or tapped.
 */
export function Skeleton({ shapes = ['hero', 'line', 'card', 'row', 'row', 'row'] }: { shapes?: readonly Shape[] }) {
  const { t } = useLabels()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.closest('[role="dialog"]')?.setAttribute('data-tall', ''), [])
  return (
    <div ref={place} className={css.skeleton} role="status">
      <span className="visually-hidden">{t('page.loading')}</span>
      {shapes.map((shape, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are identical and never move
        <Piece key={at} shape={shape} />
      ))}
    </div>
  )
}

type StateProps = {
  title: ReactNode
  text?: ReactNode
  /** One act, or a place to go to. */
  action?: { label: string; onClick: () => void } | { label: string; to: string }
}

/** An empty state: what will appear here, with one action. */
export const Empty = ({ title, text, action }: StateProps) => (
  <div className={css.state}>
    <div className={css.said}>
      <p className={css.title}>{title}</p>
      {text !== undefined && <p className={css.text}>{text}</p>}
    </div>
    {action && (
      <div className={css.action}>
        {'to' in action ? (
          <LinkButton kind="quiet" small to={action.to}>
            {action.label}
          </LinkButton>
        ) : (
          <Button kind="quiet" small onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </div>
    )}
  </div>
)

/** An error: what happened, whether money moved, and a retry. */
export function Failure(props: { title: ReactNode; text?: ReactNode; onRetry?: () => void; busy?: boolean }) {
  const { title, text, onRetry, busy = false } = props
  const { t } = useLabels()
  return (
    <div className={css.state} role="alert">
      <div className={css.said}>
        <p className={css.title}>{title}</p>
        {text !== undefined && <p className={css.text}>{text}</p>}
      </div>
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
