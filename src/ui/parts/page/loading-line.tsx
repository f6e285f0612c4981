import css from './loading-line.module.css'

/** A progress line along the top during requests. The waiting component announces it itself. */
export const LoadingLine = ({ loading }: { loading: boolean }) =>
  loading && <div className={css.line} aria-hidden="true" />
