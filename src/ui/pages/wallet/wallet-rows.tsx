import { useMemo, useState } from 'react'
import type { Wallet } from '../../../api/wallet.ts'
import type { Rate } from '../../../api/worth.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { isAbove } from '../../../rules/money.ts'
import { type TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { peek, useText } from '../../bind.ts'
import { directionOf, formatAmount } from '../../format.ts'
import { placeOf } from '../../hash.ts'
import { MASK, useHidden } from '../../hidden.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { CoinMark } from '../../parts/coin-mark.tsx'
import { cx } from '../../parts/cx.ts'
import { Card, Row } from '../../parts/list.tsx'
import { WALLET } from '../../places.ts'
import { useServices } from '../../services.ts'
import { valuedAt } from './valued-in.tsx'
import css from './wallets.module.css'

const USDT = 'USDT'

/** Balances below this value, in USDT, are small. */
const SMALL = '1'

type WalletRowsProps = {
  wallets: readonly Wallet[]
  /** The rate of the display currency, shown next to USDT if it is not the dollar. */
  rate: Rate
  stale: boolean
}

/** All wallets; small balances are folded away. */
export function WalletRows({ wallets, rate, stale }: WalletRowsProps) {
  const { t } = useWords()
  const [unfolded, unfold] = useState(false)
  const { quotes } = useServices()
  // By current prices only at this moment: a list that refolds as prices move would jump.
  const isSmall = (each: Wallet) => {
    const { total = '0', unpriced = [] } = peek(totalBalance$([each], USDT, quotes.quote$)) ?? {}
    return each.currency !== USDT && unpriced.length === 0 && !isAbove(total, SMALL)
  }
  const small = wallets.filter(isSmall)
  return (
    <div className={css.wallets}>
      <Card menu>
        <ul className={cx(css.rows, stale && 'stale')} aria-label={t('wallet.list')}>
          {[...wallets.filter((each) => !small.includes(each)), ...(unfolded ? small : [])].map((each) => (
            <li key={each.currency}>
              <WalletRow wallet={each} rate={rate} />
            </li>
          ))}
        </ul>
      </Card>
      {small.length > 0 && (
        <Button kind="plain" small aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
          {unfolded ? t('wallet.fold') : t('wallet.unfold', { count: small.length })}
        </Button>
      )}
    </div>
  )
}

/** One currency: its total, value and reserved amount. */
function WalletRow({ wallet, rate }: { wallet: Wallet; rate: Rate }) {
  const { quotes } = useServices()
  const { t, lang } = useWords()
  const hidden = useHidden()
  const { currency, balance, available, frozen } = wallet
  const { name, shown } = currencyOf(currency)
  const worth$ = useMemo(() => totalBalance$([wallet], USDT, quotes.quote$), [wallet, quotes])
  const worthBy = (said: (usdt: string) => string) => (now: Total) =>
    hidden || now.unpriced.length > 0 ? '' : said(now.total)
  const worth = useText<Total>(
    worth$,
    worthBy((usdt) => `≈ ${formatAmount(usdt, 2, lang)} ${USDT}`),
  )
  const chosen = useText<Total>(
    worth$,
    worthBy((usdt) => `${valuedAt(usdt, rate, lang)} ${rate.currency}`),
  )
  const isHeld = directionOf(frozen) !== 'flat'
  return (
    <Row
      leading={<CoinMark code={currency} />}
      title={<span className={css.strong}>{currency}</span>}
      subtitle={
        isHeld && !hidden
          ? t('wallet.heldOf', {
              available: formatAmount(available, shown, lang),
              held: formatAmount(frozen, shown, lang),
            })
          : name
      }
      value={<span className={css.strong}>{hidden ? MASK : formatAmount(balance, shown, lang)}</span>}
      note={
        <>
          {currency !== USDT && <span ref={worth} className={css.worth} />}
          {rate.time !== 0 && <span ref={chosen} className={css.worth} />}
        </>
      }
      to={placeOf(WALLET, { currency })}
    />
  )
}
