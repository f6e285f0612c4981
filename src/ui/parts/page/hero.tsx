import { type CSSProperties, isValidElement, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './hero.module.css'

export type HeroProps = {
  label?: ReactNode
  /** After the figure, smaller. */
  unit?: ReactNode
  /** Below the figure, or next to it if `inline`. */
  note?: ReactNode
  inline?: boolean
  /** The figure. */
  children: ReactNode
}

const textOf = (node: ReactNode): string => {
  if (typeof node === 'string') return node
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

/** Makes a long figure smaller; words wrap instead. */
function styleOf(figure: ReactNode): CSSProperties | undefined {
  const text = textOf(figure)
  return /\d/.test(text) ? ({ '--letters': text.length } as CSSProperties) : undefined
}

/** The main figure of a page. */
export const Hero = ({ label, unit, note, inline = false, children }: HeroProps) => (
  <div className={cx(inline && css.inline)}>
    {label !== undefined && <p className={css.label}>{label}</p>}
    <p className={css.figure} style={styleOf(children)}>
      {children}
      {unit !== undefined && <span className={css.unit}>{unit}</span>}
    </p>
    {note !== undefined && <p className={css.note}>{note}</p>}
  </div>
)
