import { type MouseEvent, type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { cx } from '../cx.ts'
import css from './button.module.css'

export type ButtonKind = 'primary' | 'rise' | 'fall' | 'quiet' | 'plain'

type Common = {
  /** `plain` looks like a link in a line of text. */
  kind?: ButtonKind
  /** As wide as its text. */
  small?: boolean
  icon?: ReactNode
  /** A second, smaller line. */
  note?: ReactNode
  children: ReactNode
}

const classOf = ({ kind = 'primary', small = false }: Pick<Common, 'kind' | 'small'>) =>
  cx(css.button, css[kind], small && css.small)

const Spinner = () => <span className={css.spinner} aria-hidden="true" />

const Labels = ({ note, doing, children }: Pick<Common, 'note' | 'children'> & { doing?: string | undefined }) => (
  <span className={css.words}>
    <span className={doing === undefined ? undefined : css.before}>{children}</span>
    {doing !== undefined && (
      <span className={css.doing}>
        <Spinner />
        {doing}
      </span>
    )}
    {note !== undefined && <span className={css.note}>{note}</span>}
  </span>
)

export type ButtonProps = Common & {
  type?: 'button' | 'submit'
  /** Busy: it cannot be pressed, and announces it. */
  busy?: boolean
  /** What it does while busy, such as “Sending order”, in place of its label. */
  doing?: string
  disabled?: boolean
  /** The reason below a disabled button. Disables it. */
  reason?: string | undefined
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-haspopup'?: 'dialog'
  'aria-pressed'?: boolean
  'aria-label'?: string
}

/** A disabled button stays in the tab order, so that screen readers reach its reason. */
export function Button(props: ButtonProps) {
  const { type = 'button', busy = false, disabled = false, reason, onClick, icon, note, children, kind, small } = props
  const reasonId = useId()
  const off = busy || disabled || reason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        type={type}
        className={classOf({ ...(kind ? { kind } : {}), ...(small === undefined ? {} : { small }) })}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        aria-haspopup={props['aria-haspopup']}
        aria-pressed={props['aria-pressed']}
        aria-label={props['aria-label']}
        onClick={press}
      >
        {!busy ? icon : props.doing === undefined && <Spinner />}
        <Labels note={note} doing={busy ? props.doing : undefined}>
          {children}
        </Labels>
      </button>
      {reason !== undefined && (
        <p className={css.reason} id={reasonId}>
          {reason}
        </p>
      )}
    </>
  )
}

/** A link that looks like a button. `to` is a place of the app: `/pages/market/index`. */
export function LinkButton({ to, icon, note, children, ...look }: Common & { to: string }) {
  return (
    <Link href={to} className={classOf(look)}>
      {icon}
      <Labels note={note}>{children}</Labels>
    </Link>
  )
}

/** An external link that looks like a button. */
export function AnchorButton({ href, icon, note, children, ...look }: Common & { href: string }) {
  return (
    <a href={href} className={classOf(look)}>
      {icon}
      <Labels note={note}>{children}</Labels>
    </a>
  )
}
