import css from './notice.module.css'

/** What a person is told in passing. It is a live region, and must stand in the page before a notice comes. */
export function Notice({ notices }: { notices: readonly { id: string | number; text: string }[] }) {
  return (
    <div className={css.region} role="status" aria-live="polite">
      {notices.map(({ id, text }) => (
        <p key={id} className={css.notice}>
          {text}
        </p>
      ))}
    </div>
  )
}
