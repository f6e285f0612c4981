import type { ReactNode } from 'react'
import css from './section.module.css'

type SectionProps = {
  title: ReactNode
  /** At the title's end: a link, or a small button. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page, or of a sheet, under its title. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section className={css.section}>
    <div className={css.head}>
      <h2 className={css.title}>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)
