import { currencyOf } from '../../../rules/money/currencies.ts'
import { unrealisedAt } from '../../../rules/money/equity.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { profileOf } from '../../../rules/profiles/profile.ts'
import type { TotalBalance } from '../../../streams/totalBalance.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { useRules } from '../../app/use-rules.ts'
import { formatAmount, formatBps, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { useBind, useText, writeText } from '../../parts/bind.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { StatGroup } from '../../parts/lists/stat-group.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { type ReadyWallets, useWallets } from '../wallet/use-wallets.ts'
import { LiveProfit } from './live-profit.tsx'
import css from './trade.module.css'
import { ACCOUNT_CURRENCY as USDT, useAccount } from './use-account.ts'

const usdt = currencyOf(USDT)

/** What the user trades with: equity of the account in USDT, unrealised P&L, margin and what is available. */
export function AccountHead() {
  const { t } = useLabels()
  const wallets = useWallets()
  if (wallets.type === 'loading') return <Skeleton shapes={['line', 'hero', 'line']} />
  if (wallets.type === 'ready') return <Head wallets={wallets} />
  return (
    <div className={css.failed} role="alert">
      <p>{t('orders.accountFailed')}</p>
      <Button kind="quiet" small onClick={wallets.retry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

function Head({ wallets }: { wallets: ReadyWallets }) {
  const { asOf } = wallets
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const { available, total$, margin, used$, level$, open } = useAccount(wallets)
  const figure = useBind<TotalBalance, HTMLSpanElement>(total$, (element, { parts, fresh }) => {
    // Without a price in it, it is neither fresh nor stale.
    if (open.length > 0) element.dataset.fresh = String(fresh && asOf === null)
    writeText(element, hidden ? MASK : formatAmount(sumOfShown(parts, 'balance', usdt), 'balance', USDT, lang))
  })
  const used = useText<string>(used$, (share) =>
    hidden ? MASK : `${formatAmount(margin, 'pay', USDT, lang)} · ${formatPercent(share, lang, { decimals: 1 })}`,
  )
  const { closeOutBps } = profileOf(useRules())
  const level = useText<string>(level$, (share) =>
    t('orders.marginLevel', {
      level: hidden ? MASK : formatPercent(share, lang, { decimals: 1 }),
      share: formatBps(closeOutBps ?? 0, lang),
    }),
  )
  return (
    <section className={css.account} aria-label={t('orders.equity')}>
      <Hero
        label={
          <span className={css.label}>
            {t('orders.equity')} <EyeButton />
          </span>
        }
        unit={USDT}
        {...(asOf !== null && { note: <AsOf at={asOf} /> })}
      >
        <span ref={figure} className={css.equity} />
      </Hero>
      <StatGroup
        stats={[
          {
            term: t('order.unrealised'),
            value: hidden ? (
              MASK
            ) : open.length === 0 ? (
              formatAmount('0', 'result', USDT, lang)
            ) : (
              <>
                <LiveProfit orders={open} netAt={unrealisedAt} bare /> <span aria-hidden="true">·</span>{' '}
                <LiveProfit orders={open} netAt={unrealisedAt} roeOf={margin} />
              </>
            ),
          },
          { term: t('orders.marginUsed'), value: <span ref={used} /> },
          {
            term: t('wallet.available'),
            value: hidden ? MASK : formatAmount(available, 'receive', USDT, lang),
          },
        ]}
      />
      {closeOutBps !== null && open.length > 0 && <p ref={level} className={css.level} />}
    </section>
  )
}
