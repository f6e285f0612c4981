import type { Instrument } from '../../../rules/market/instruments.ts'
import css from './coin-mark.module.css'
import marks from './marks.svg'

/** A disc with the first letter of a name. Its row has the name in full. */
export const LetterMark = ({ name }: { name: string }) => (
  <span className={css.disc} aria-hidden="true">
    {name.slice(0, 1)}
  </span>
)

/** The sign of a coin, the flag of a currency, or a metal. Its row has the full name. */
export const CoinMark = ({ code }: { code: string }) => (
  <img className={css.mark} src={`${marks}#${code}`} alt="" width={36} height={36} />
)

/** The marks of an instrument: both currencies of a pair, or else the base. */
export const codesOf = ({ kind, base, quote }: Instrument): readonly string[] =>
  kind === 'forex' ? [base, quote] : [base]

/** The mark of an instrument: one sign, or two overlapping flags. */
export const InstrumentMark = ({ instrument }: { instrument: Instrument }) => (
  <span className={css.marks}>
    {codesOf(instrument).map((code) => (
      <CoinMark key={code} code={code} />
    ))}
  </span>
)
