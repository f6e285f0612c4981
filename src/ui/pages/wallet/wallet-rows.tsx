import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo, useState } from 'react'
import { asyncScheduler, combineLatest, map, type Observable, of, throttleTime } from 'rxjs'
import type { Equity, Wallet } from '../../../api/money/wallet.ts'
import type { Rate } from '../../../api/money/worth.ts'
import { openPlans } from '../../../machines/money/open-plans.ts'
import { openSavings } from '../../../machines/money/savings.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { restOfShown, sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { equity$ } from '../../../streams/equity.ts'
import { type TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { directionOf, formatAmount, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, useNow, useText, writeText } from '../../parts/bind.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { cx } from '../../parts/cx.ts'
import { Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { lock } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { LOANS, ORDERS, PLANS, SAVINGS, WALLET } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { type Owned, ownedOf } from './holdings.ts'
import { valuedAt } from './valued-in.tsx'
import css from './wallets.module.css'

const USDT = 'USDT'

/** Balances below this value, in USDT, are small. */
const SMALL = '1'

/** Shares are written again at most this often, in ms. */
const SHARES_MS = 5_000

const noSavings: never[] = []

type WalletRowsProps = {
  wallets: readonly Wallet[]
  equity: Equity
  /** The rate of the display currency, shown next to USDT if it is not the dollar. */
  rate: Rate
  stale: boolean
}

/** All that the user owns, largest first, with the share of each; small balances folded away; P&L of open positions, and debt. */
export function WalletRows({ wallets, equity: { positions, debt }, rate, stale }: WalletRowsProps) {
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const [unfolded, unfold] = useState(false)
  const { quotes } = useServices()
  const savings = useActorOf(openSavings, { list: 0 })
  const plans = useActorOf(openPlans, {})
  useReconnected(() => {
    savings.send({ type: 'money.retry' })
    plans.send({ type: 'money.retry' })
  })
  const saved = useSelector(savings, ({ context }) => context.value) ?? noSavings
  const hosted = useSelector(plans, ({ context }) => context.value) ?? noSavings
  const owned = useMemo(() => ownedOf(wallets, saved, hosted), [wallets, saved, hosted])
  const values$ = useMemo(() => valuesOf(owned, quotes.quote$), [owned, quotes])
  const values = useNow(values$, none)
  const found = (each: Owned) => values.find(({ id }) => id === each.id)
  const isSmall = (each: Owned) => {
    const { total = '0', unpriced = [] } = found(each)?.value ?? {}
    return each.currency !== USDT && unpriced.length === 0 && !isAbove(total, SMALL)
  }
  const ordered = owned.toSorted((a, b) => Number(found(b)?.value.total ?? 0) - Number(found(a)?.value.total ?? 0))
  const small = ordered.filter(isSmall)
  const large = ordered.filter((each) => !small.includes(each))
  const parts = values.map(({ value }) => value.total)
  const sum = parts.reduce((all, part) => all + Number(part), 0)
  const shareOf = (each: Owned) => (sum > 0 ? Number(found(each)?.value.total ?? 0) / sum : 0)
  return (
    <section className={css.wallets} aria-label={t('title.wallets')}>
      <div className={css.head}>
        <h2 className={css.title}>{t('title.wallets')}</h2>
        <span className={css.strong}>
          {hidden ? MASK : formatAmount(sumOfShown(parts, 'balance', currencyOf(USDT)), 'balance', USDT, lang)}
        </span>
      </div>
      <div className={css.bar} aria-hidden="true">
        {large.map((each) => (
          <i key={each.id} style={{ flexGrow: shareOf(each) }} />
        ))}
      </div>
      <ul className={cx(css.rows, css.owned, stale && 'stale')} aria-label={t('wallet.list')}>
        {[...large, ...(unfolded ? small : [])].map((each) => (
          <li key={each.id}>
            <OwnedRow owned={each} share={shareOf(each)} rate={rate} />
          </li>
        ))}
        {positions.length > 0 && (
          <li>
            <GainRow positions={positions} rate={rate} />
          </li>
        )}
        {isAbove(debt, '0') && (
          <li>
            <Row
              title={t('wallet.debt')}
              value={<span className="fall">{hidden ? MASK : `−${formatAmount(debt, 'pay', USDT, lang)}`}</span>}
              note={<span className="link">{t('wallet.repay')}</span>}
              to={LOANS}
            />
          </li>
        )}
      </ul>
      {small.length > 0 && (
        <Button kind="plain" small aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
          {unfolded ? t('wallet.fold') : t('wallet.unfold', { count: small.length })}
        </Button>
      )}
    </section>
  )
}

type Quotes = ReturnType<typeof useServices>['quotes']
type Valued = { id: string; value: Total }
const none: readonly Valued[] = []

/** The value of each part, now and every few seconds: a list that is sorted at each tick would jump. */
const valuesOf = (owned: readonly Owned[], quote$: Quotes['quote$']): Observable<readonly Valued[]> =>
  owned.length === 0
    ? of(none)
    : combineLatest(
        owned.map((each) => totalBalance$([each], USDT, quote$).pipe(map((value) => ({ id: each.id, value })))),
      ).pipe(throttleTime(SHARES_MS, asyncScheduler, { leading: true, trailing: true }))

const places = { currency: WALLET, savings: SAVINGS, plans: PLANS } as const

/** One part: its amount, value and share. */
function OwnedRow({ owned, share, rate }: { owned: Owned; share: number; rate: Rate }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const { kind, currency, balance, available, count } = owned
  const worth$ = useMemo(() => totalBalance$([owned], USDT, quotes.quote$), [owned, quotes])
  const valueBy = (said: (now: Total) => string) => (now: Total) =>
    hidden ? MASK : now.unpriced.length > 0 ? '–' : said(now)
  const worth = useText<Total>(
    worth$,
    valueBy(({ total }) => formatAmount(total, 'balance', USDT, lang)),
  )
  const chosen = useText<Total>(
    worth$,
    valueBy(({ parts }) => `${valuedAt(parts, rate, lang)} ${rate.currency}`),
  )
  const amount = formatAmount(balance, 'balance', currency, lang)
  const lines: Record<Owned['kind'], ReactNode> = {
    currency: available === balance ? `${amount} ${currency}` : <InUse owned={owned} />,
    savings: `${t('wallet.running', { count })} · ${amount} ${currency}`,
    plans: `${t('wallet.running', { count })} · ${amount} ${currency}`,
  }
  const names = { currency, savings: t('product.savings'), plans: t('product.arbitrage') }
  return (
    <Row
      leading={
        <span className={css.leading}>
          {kind === 'currency' ? (
            <CoinMark code={currency} />
          ) : (
            <span className={css.disc}>
              <Icon name={kind === 'savings' ? lock : 'arbitrage'} size={20} />
            </span>
          )}
        </span>
      }
      title={names[kind]}
      subtitle={hidden ? MASK : lines[kind]}
      value={<span ref={worth} className={css.amount} />}
      note={
        <span className={css.worth}>
          {hidden ? MASK : formatPercent((share * 100).toFixed(1), lang, { decimals: 1 })}
          {rate.time !== 0 && <span ref={chosen} className={css.worth} />}
        </span>
      }
      to={kind === 'currency' ? placeOf(WALLET, { currency }) : places[kind]}
    />
  )
}

function InUse({ owned: { currency, balance, available } }: { owned: Owned }) {
  const { t, lang } = useLabels()
  return t('wallet.heldOf', {
    available: formatAmount(available, 'receive', currency, lang),
    held: formatAmount(restOfShown(balance, available, currencyOf(currency)), 'balance', currency, lang),
  })
}

/** Unrealised P&L of open positions. Assets plus this, less the debt, is the total equity above. */
function GainRow({ positions, rate }: { positions: Equity['positions']; rate: Rate }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const gain$ = useMemo(() => equity$({ wallets: [], positions, debt: '0' }, quotes.quote$), [positions, quotes])
  const gain = useBind<Total, HTMLElement>(gain$, (element, { total }) => {
    element.dataset.direction = hidden ? 'flat' : directionOf(total)
    writeText(element, hidden ? MASK : formatAmount(total, 'result', USDT, lang, { sign: true }))
  })
  const chosen = useText<Total>(gain$, ({ parts }) => (hidden ? '' : `${valuedAt(parts, rate, lang)} ${rate.currency}`))
  return (
    <Row
      title={t('order.unrealised')}
      value={<span ref={gain} className={cx(css.amount, css.gain)} />}
      note={rate.time !== 0 && <span ref={chosen} className={css.worth} />}
      to={ORDERS}
    />
  )
}
