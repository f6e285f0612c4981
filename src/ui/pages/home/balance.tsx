import { instrumentOf } from '../../../rules/instruments.ts'
import { useWords } from '../../i18n/index.ts'
import { chartPlace } from '../../instrument-names.ts'
import { Button } from '../../parts/button.tsx'
import { globe, lock } from '../../parts/drawings.ts'
import { Skeleton } from '../../parts/states.tsx'
import { TileLink, Tiles } from '../../parts/tiles.tsx'
import { PLANS, SAVINGS } from '../../places.ts'
import { TotalBalance } from '../wallet/total.tsx'
import { useWallets } from '../wallet/use-wallets.ts'
import css from './home.module.css'

/** What someone who is signed in has, and the ways to go from here. */
export function Balance() {
  const { t } = useWords()
  return (
    <>
      <div className={css.hero}>
        <Total />
      </div>
      <Tiles label={t('home.actions')}>
        <TileLink to={chartPlace(instrumentOf('BTCUSDT'))} icon="trade">
          {t('home.trade')}
        </TileLink>
        <TileLink to={chartPlace(instrumentOf('EURUSD'))} icon={globe}>
          {t('market.forex')}
        </TileLink>
        <TileLink to={PLANS} icon="arbitrage">
          {t('home.arbitrage')}
        </TileLink>
        <TileLink to={SAVINGS} icon={lock}>
          {t('home.savings')}
        </TileLink>
      </Tiles>
    </>
  )
}

function Total() {
  const { t } = useWords()
  const wallets = useWallets()
  if (wallets.type === 'loading') return <Skeleton bones={['line', 'hero']} />
  if (wallets.type === 'ready') return <TotalBalance wallets={wallets.wallets} asOf={wallets.asOf} />
  return (
    <div className={css.failed} role="alert">
      <p>{t('wallet.totalFailed')}</p>
      <Button kind="quiet" small onClick={wallets.retry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}
