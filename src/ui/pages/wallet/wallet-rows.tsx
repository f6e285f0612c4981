import { useMemo, useState } from 'react'
import type { Equity, Wallet } from '../../../api/money/wallet.ts'
import type { Rate } from '../../../api/money/worth.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { restOfShown } from '../../../rules/money/shown-amounts.ts'
import { equity$ } from '../../../streams/equity.ts'
import { type TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { useServices } from '../../app/services.ts'
import { directionOf, formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { peek, useText } from '../../parts/bind.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { cx } from '../../parts/cx.ts'
import { Card, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { ORDERS, WALLET } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { valuedAt } from './valued-in.tsx'
import css from './wallets.module.css'

const USDT = 'USDT'

/** Balances below this value, in USDT, are small. */
const SMALL = '1'

type WalletRowsProps = {
  wallets: readonly Wallet[]
  positions: Equity['positions']
  /** The rate of the display currency, shown next to USDT if it is not the dollar. */
  rate: Rate
  stale: boolean
}

/** All wallets, small balances folded away, and the unrealised P&L of open positions. */
export function WalletRows({ wallets, positions, rate, stale }: WalletRowsProps) {
  const { t } = useLabels()
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
          {positions.length > 0 && (
            <li>
              <GainRow positions={positions} rate={rate} />
            </li>
          )}
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
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const { currency, balance, available, frozen } = wallet
  const { name, ...decimals } = currencyOf(currency)
  const worth$ = useMemo(() => totalBalance$([wallet], USDT, quotes.quote$), [wallet, quotes])
  const valueBy = (said: (now: Total) => string) => (now: Total) => (hidden || now.unpriced.length > 0 ? '' : said(now))
  const worth = useText<Total>(
    worth$,
    valueBy(({ total }) => `≈ ${formatAmount(total, 'balance', USDT, lang)} ${USDT}`),
  )
  const chosen = useText<Total>(
    worth$,
    valueBy(({ parts }) => `${valuedAt(parts, rate, lang)} ${rate.currency}`),
  )
  const isHeld = directionOf(frozen) !== 'flat'
  return (
    <Row
      leading={<CoinMark code={currency} />}
      title={<span className={css.strong}>{currency}</span>}
      subtitle={
        isHeld && !hidden
          ? t('wallet.heldOf', {
              available: formatAmount(available, 'receive', currency, lang),
              held: formatAmount(restOfShown(balance, available, decimals), 'balance', currency, lang),
            })
          : name
      }
      value={<span className={css.strong}>{hidden ? MASK : formatAmount(balance, 'balance', currency, lang)}</span>}
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

/** Unrealised P&L of open positions. Wallets plus this, less the debt, is the total equity above. */
function GainRow({ positions, rate }: { positions: Equity['positions']; rate: Rate }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const gain$ = useMemo(() => equity$({ wallets: [], positions, debt: '0' }, quotes.quote$), [positions, quotes])
  const gain = useText<Total>(gain$, ({ total }) =>
    hidden ? MASK : `${formatAmount(total, 'result', USDT, lang, { sign: true })} ${USDT}`,
  )
  const chosen = useText<Total>(gain$, ({ parts }) => (hidden ? '' : `${valuedAt(parts, rate, lang)} ${rate.currency}`))
  return (
    <Row
      title={t('wallet.unrealised')}
      value={<span ref={gain} className={css.strong} />}
      note={rate.time !== 0 && <span ref={chosen} className={css.worth} />}
      to={ORDERS}
    />
  )
}
