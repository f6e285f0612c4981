import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import type { Equity } from '../../../api/money/wallet.ts'
import { openPlans } from '../../../machines/money/open-plans.ts'
import { openSavings } from '../../../machines/money/savings.ts'
import { planTiers } from '../../../rules/plan/plan.ts'
import { savingsProducts } from '../../../rules/savings/savings.ts'
import { equity$ } from '../../../streams/equity.ts'
import type { TotalBalance } from '../../../streams/totalBalance.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { MASK, useHidden, useMask } from '../../app/hidden.ts'
import { loadedWith } from '../../app/loader.ts'
import { useReconnected } from '../../app/reconnected.ts'
import type { Running } from '../../app/running.ts'
import { useServices } from '../../app/services.ts'
import { directionOf, formatAmount, formatBps } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, useLatest, writeText } from '../../parts/bind.ts'
import { Card, Row } from '../../parts/lists/list.tsx'
import { lock } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { ORDERS, PLANS, SAVINGS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { orders } from '../orders/part.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import css from './own.module.css'

/** What the user has running: positions and orders, fixed terms, and hosting plans. Each row has its place before it is known. */
export function Runs() {
  const { t } = useLabels()
  return (
    <Card menu>
      <ul className={css.runs} aria-label={t('home.runs')}>
        <li>
          <Trades />
        </li>
        <li>
          <Terms />
        </li>
        <li>
          <Plans />
        </li>
      </ul>
    </Card>
  )
}

const nothing: readonly Running[] = []

function Trades() {
  const { running, parts } = useServices()
  const { t } = useLabels()
  const isKnown = useLatest(running.known$, false)
  const wallets = useWallets()
  const all = useLatest(running.running$, nothing)
  useEffect(() => loadedWith(parts(orders)).load(), [parts])
  const names = [...new Set(all.map(({ name }) => name))].join(', ')
  const [newest] = all
  return (
    <Row
      leading={<Icon name="trade" size={20} className={css.icon} />}
      title={newest ? t('home.open', { count: all.length }) : t('home.trades')}
      subtitle={<span className={css.line}>{names || (isKnown ? t('home.noneOpen') : '\u200b')}</span>}
      value={
        wallets.type === 'ready' && wallets.equity.positions.length > 0 ? (
          <Profit equity={wallets.equity} stale={wallets.asOf !== null} />
        ) : undefined
      }
      to={newest && all.length === 1 ? newest.to : ORDERS}
      arrow
    />
  )
}

/** Unrealised P&L of all positions, without colour if it is stale. */
function Profit({ equity: { positions }, stale }: { equity: Equity; stale: boolean }) {
  const { quotes } = useServices()
  const { lang } = useLabels()
  const hidden = useHidden()
  const profit$ = useMemo(() => equity$({ wallets: [], positions, debt: '0' }, quotes.quote$), [positions, quotes])
  const ref = useBind<TotalBalance, HTMLElement>(profit$, (element, { total }) => {
    element.dataset.direction = hidden || stale ? 'flat' : directionOf(total)
    writeText(element, hidden ? MASK : formatAmount(total, 'result', 'USDT', lang, { sign: true }))
  })
  return <span ref={ref} className={css.figure} />
}

/** The first and the last of some lengths, in days. */
const span = (lengths: readonly { days: number }[]) => {
  const days = lengths.map(({ days }) => days)
  return { from: Math.min(...days), to: Math.max(...days) }
}

/** The fixed term that matures first. */
function Terms() {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const mask = useMask()
  const actor = useActorOf(openSavings, { list: 0 })
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const all = useSelector(actor, ({ context }) => context.value)
  const [first] = all?.toSorted((a, b) => a.maturesAt - b.maturesAt) ?? []
  return (
    <Row
      leading={<Icon name={lock} size={20} className={css.icon} />}
      title={t('product.savings')}
      subtitle={
        <span className={css.line}>
          {first
            ? `${mask(formatAmount(first.amount, 'exact', first.currency, lang))} ${first.currency}`
            : t('home.days', span(savingsProducts))}
        </span>
      }
      value={first && <span className={css.figure}>{t('rate.year', { rate: formatBps(first.rateBps, lang) })}</span>}
      note={
        first && (
          <span className="muted">
            {t('home.daysLeft', {
              count: Math.max(0, Math.ceil((first.maturesAt - serverNow()) / (first.daySeconds * 1000))),
            })}
          </span>
        )
      }
      to={first && all?.length === 1 ? placeOf(SAVINGS, { deposit: first.id }) : SAVINGS}
      arrow
    />
  )
}

/** The newest running hosting plan, with its income. */
function Plans() {
  const { t, lang } = useLabels()
  const mask = useMask()
  const actor = useActorOf(openPlans, {})
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const all = useSelector(actor, ({ context }) => context.value)
  const [first] = all ?? []
  return (
    <Row
      leading={<Icon name="arbitrage" size={20} className={css.icon} />}
      title={t('product.arbitrage')}
      subtitle={
        <span className={css.line}>
          {first
            ? `${mask(formatAmount(first.amount, 'exact', first.currency, lang))} ${first.currency}`
            : t('home.days', span(planTiers))}
        </span>
      }
      value={
        first && (
          <span className={css.figure} data-direction={directionOf(first.total)}>
            {mask(formatAmount(first.total, 'exact', first.currency, lang, { sign: true }))}
          </span>
        )
      }
      to={PLANS}
      arrow
    />
  )
}
