import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { cx } from '../../parts/cx.ts'
import { wallet } from '../../parts/drawings.ts'
import { Icon } from '../../parts/icons.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { TotalBalance } from './total.tsx'
import { useWallets } from './use-wallets.ts'
import { WalletCard } from './wallet-card.tsx'
import css from './wallets.module.css'

/** What someone has: all of it in one figure, then currency by currency. */
export function WalletsPage() {
  const { t } = useWords()
  const wallets = useWallets()
  if (wallets.type === 'loading') return <Skeleton bones={['line', 'hero', 'line', 'card', 'card', 'card']} />
  if (wallets.type === 'failed') {
    return <LoadFailure title={t('wallet.failed')} text={t('wallet.failedHint')} onRetry={wallets.retry} />
  }
  if (wallets.wallets.length === 0) {
    return (
      <Empty
        icon={wallet}
        title={t('wallet.none')}
        text={t('wallet.noneHint')}
        action={
          <LinkButton kind="quiet" small to="/pages/market/index">
            {t('home.allMarkets')}
          </LinkButton>
        }
      />
    )
  }
  return (
    <div className={css.page}>
      <div className={css.hero}>
        <TotalBalance wallets={wallets.wallets} asOf={wallets.asOf} />
      </div>
      <p className={css.paper}>
        <Icon name="info" size={20} />
        {t('wallet.paper')}
      </p>
      <ul className={cx(css.wallets, wallets.asOf !== null && 'stale')} aria-label={t('wallet.list')}>
        {wallets.wallets.map((wallet) => (
          <li key={wallet.currency}>
            <WalletCard wallet={wallet} />
          </li>
        ))}
      </ul>
      <p className="fine">{t('wallet.frozenHint')}</p>
    </div>
  )
}
