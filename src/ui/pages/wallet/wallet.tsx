import { useMemo } from 'react'
import type { WalletDetail } from '../../../api/money/worth.ts'
import { walletDetail } from '../../../machines/money/worth.ts'
import { currencyOf, findCurrency } from '../../../rules/money/currencies.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { type TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useHidden, useMask } from '../../app/hidden.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { useText } from '../../parts/bind.ts'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { Card, Facts, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { useQuery } from '../../router/router.ts'
import { causeName, causePlace } from '../records/labels.ts'
import { RecordList } from '../records/record-list.tsx'
import { WalletActions } from './actions.tsx'
import { heldParts } from './holdings.ts'
import { InCurrency, useValuedIn } from './valued-in.tsx'
import css from './wallets.module.css'

const USDT = 'USDT'

/** One wallet: its balance, reserved amounts with their orders, and movements. `?currency=BTC`, by default USDT. */
export function WalletPage() {
  const asked = useQuery().get('currency') ?? ''
  const currency = findCurrency(asked)?.code ?? 'USDT'
  return <OneWallet key={currency} currency={currency} />
}

function OneWallet({ currency }: { currency: string }) {
  const { t } = useLabels()
  const actor = useActorOf(walletDetail, { currency })
  const retry = () => actor.send({ type: 'money.retry' })
  useReconnected(retry)
  const { detail, asOf, failed } = useShown(actor, (now) => ({
    detail: now.context.value,
    asOf: now.context.asOf,
    failed: now.hasTag('failed'),
  }))
  if (failed) return <LoadFailure title={t('wallet.failed')} text={t('wallet.failedHint')} onRetry={retry} />
  if (!detail) return <Skeleton shapes={['line', 'hero', 'card', 'line', 'row', 'row', 'row']} />
  return (
    <div className={css.page}>
      <Inside detail={detail} asOf={asOf} />
      <WalletActions currency={currency} />
      <Held detail={detail} />
      <section className={css.wallets} aria-label={t('action.records')}>
        <h2 className={css.title}>{t('action.records')}</h2>
        <RecordList filter={{ currency }} none={<Empty title={t('records.none')} text={t('records.noneHint')} />} />
      </section>
    </div>
  )
}

function Inside({ detail, asOf }: { detail: WalletDetail; asOf: number | null }) {
  const { t, lang } = useLabels()
  const { currency, balance, available } = detail
  const { invested, inOrders } = heldParts(detail)
  const { name } = currencyOf(currency)
  const mask = useMask()
  const written = (amount: string) => mask(formatAmount(amount, 'exact', currency, lang))
  return (
    <>
      <Hero
        label={
          <span className={css.name}>
            <CoinMark code={currency} /> {name} <EyeButton />
          </span>
        }
        unit={currency}
        {...(asOf !== null && { note: <AsOf at={asOf} /> })}
      >
        <span>{written(balance)}</span>
      </Hero>
      <Valued detail={detail} />
      <Facts
        facts={[
          { term: t('wallet.available'), value: `${written(available)} ${currency}` },
          { term: t('wallet.frozen'), value: `${written(inOrders)} ${currency}` },
          isAbove(invested, '0') && { term: t('wallet.invested'), value: `${written(invested)} ${currency}` },
        ]}
      />
    </>
  )
}

/** Its current value in USDT and in the display currency. */
function Valued({ detail }: { detail: WalletDetail }) {
  const { quotes } = useServices()
  const { lang } = useLabels()
  const hidden = useHidden()
  const valuedIn = useValuedIn()
  const total$ = useMemo(() => totalBalance$([detail], USDT, quotes.quote$), [detail, quotes])
  const figure = useText<Total>(total$, ({ total, unpriced }) =>
    hidden || unpriced.length > 0 ? '' : `≈ ${formatAmount(total, 'balance', USDT, lang)} ${USDT}`,
  )
  return (
    <div>
      {detail.currency !== USDT && <p ref={figure} className={css.usdt} />}
      <InCurrency total$={total$} valuedIn={valuedIn} />
    </div>
  )
}

/** Each reserved amount, with its order. */
function Held({ detail: { currency, held } }: { detail: WalletDetail }) {
  const { t, lang } = useLabels()
  const mask = useMask()
  if (held.length === 0) return null
  return (
    <Card menu title={t('wallet.held')}>
      <ul className={css.rows}>
        {held.map(({ kind, id, amount }) => {
          const place = causePlace({ cause: kind, causeId: id })
          return (
            <li key={id}>
              <Row
                title={t(causeName(kind))}
                subtitle={t('wallet.orderId', { id: id.slice(-6) })}
                value={`${mask(formatAmount(amount, 'exact', currency, lang))} ${currency}`}
                {...(place !== undefined && { to: place, arrow: true })}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
