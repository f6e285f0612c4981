import css from './coin-mark.module.css'

/** A disc with the first letter of a currency. Its row names the currency in full. */
export const CoinMark = ({ code }: { code: string }) => (
  <span className={css.disc} aria-hidden="true">
    {code.slice(0, 1)}
  </span>
)
