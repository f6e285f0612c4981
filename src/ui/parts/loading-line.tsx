import css from './loading-line.module.css'

/** A line along the top while an answer is on its way. What waits for it says so in words where it stands. */
export const LoadingLine = ({ loading }: { loading: boolean }) =>
  loading && <div className={css.line} aria-hidden="true" />
