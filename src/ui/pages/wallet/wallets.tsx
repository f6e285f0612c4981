import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { loan, lock, swap } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { LOANS, RECORDS, SAVINGS, STRATEGIES } from '../../router/places.ts'
import { NetWorth } from './net-worth.tsx'
import { SpotAccountActions } from './spot-account.tsx'
import { TotalEquity } from './total.tsx'
import { Turnover } from './turnover.tsx'
import { useWallets } from './use-wallets.ts'
import { useValuedIn } from './valued-in.tsx'
import { WalletRows } from './wallet-rows.tsx'
import css from './wallets.module.css'

/** The user's assets: one total, then currency by currency. */
export function WalletsPage() {
  const { t } = useLabels()
  const wallets = useWallets()
  const valuedIn = useValuedIn()
  if (wallets.type === 'loading') return <Skeleton shapes={['line', 'hero', 'line', 'card', 'card', 'card']} />
  if (wallets.type === 'failed') {
    return <LoadFailure title={t('wallet.failed')} text={t('wallet.failedHint')} onRetry={wallets.retry} />
  }
  if (wallets.wallets.length === 0) {
    return (
      <Empty
        title={t('wallet.none')}
        text={t('wallet.noneHint')}
        action={{ to: '/pages/market/index', label: t('home.allMarkets') }}
      />
    )
  }
  return (
    <div className={css.page}>
      <div className={css.hero}>
        <TotalEquity equity={wallets.equity} asOf={wallets.asOf} />
      </div>
      <NetWorth equity={wallets.equity} valuedIn={valuedIn} />
      <WalletRows
        wallets={wallets.wallets}
        equity={wallets.equity}
        rate={valuedIn.rate}
        stale={wallets.asOf !== null}
      />
      <SpotAccountActions />
      <Card menu>
        <Row leading={<Icon name="receipt" size={20} />} title={t('title.records')} to={RECORDS} arrow />
        <Row leading={<Icon name={lock} size={20} />} title={t('title.savings')} to={SAVINGS} arrow />
        <Row leading={<Icon name={swap} size={20} />} title={t('title.strategy')} to={STRATEGIES} arrow />
        <Row leading={<Icon name={loan} size={20} />} title={t('title.loan')} to={LOANS} arrow />
      </Card>
      <p className={css.paper}>
        <Icon name="info" size={20} />
        {t('wallet.paper')}
      </p>
      <p className="fine">
        <Sentences>
          {t('wallet.frozenHint')}
          {t('wallet.asDollar')}
        </Sentences>
      </p>
      <Turnover />
    </div>
  )
}
