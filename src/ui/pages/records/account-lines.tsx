import type { Account } from '../../../api/money/records.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseSigned } from '../../../rules/money/money.ts'
import { useMask } from '../../app/hidden.ts'
import { columnDecimals, directionOf, formatAmount, formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { FigureTable } from './figure-table.tsx'
import { labelOf } from './labels.ts'
import css from './statement.module.css'

/** The lines of an account, each name once: incoming, then outgoing. */
function useNamed({ currency, lines }: Account) {
  const { t } = useLabels()
  const { scale } = currencyOf(currency)
  const named = new Map<string, { amount: bigint; movements: number }>()
  for (const line of lines) {
    if (directionOf(line.amount) === 'flat') continue
    const name = t(labelOf(line))
    const { amount, movements } = named.get(name) ?? { amount: 0n, movements: 0 }
    named.set(name, {
      amount: amount + (parseSigned(line.amount, scale) ?? 0n),
      movements: movements + line.movements,
    })
  }
  const all = [...named].map(([name, { amount, movements }]) => ({
    name,
    movements,
    amount: formatMoney(amount, scale),
  }))
  return all.sort((one, other) => Number(one.amount.startsWith('-')) - Number(other.amount.startsWith('-')))
}

/** Opening balance, movements and closing balance: the figures of each column add up. */
export function AccountLines({ account }: { account: Account }) {
  const { currency, opening, closing, held } = account
  const { t, lang } = useLabels()
  const mask = useMask()
  const named = useNamed(account)
  const decimals = columnDecimals([opening, closing, held, ...named.map(({ amount }) => amount)])
  const written = (amount: string, sign = false) =>
    mask(formatAmount(amount, 'exact', currency, lang, { sign, decimals }))
  return (
    <FigureTable caption={currency}>
      <tr className={css.opening}>
        <th scope="row">{t('records.opening')}</th>
        <td>{written(opening)}</td>
      </tr>
      {named.map(({ name, amount, movements }) => (
        <tr key={name}>
          <td>
            {name} <span className="muted">× {formatCount(movements, lang)}</span>
          </td>
          <td>{written(amount, true)}</td>
        </tr>
      ))}
      <tr className={css.closing}>
        <th scope="row">{t('records.closing')}</th>
        <td>{written(closing)}</td>
      </tr>
      <tr>
        <td className="muted">{t('records.ofThatHeld')}</td>
        <td className="muted">{written(held)}</td>
      </tr>
    </FigureTable>
  )
}
