import { placeOf } from '../../hash.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useWords } from '../../i18n/index.ts'
import { deposit, swap, withdraw } from '../../parts/drawings.ts'
import type { IconName } from '../../parts/icons.tsx'
import { TileLink, Tiles } from '../../parts/tiles.tsx'
import { DEPOSIT, isBuilt, RECORDS, SWAP, WITHDRAW } from '../../places.ts'
import { useServices } from '../../services.ts'

const actions: readonly { to: string; icon: IconName; label: UiKey }[] = [
  { to: DEPOSIT, icon: deposit, label: 'wallet.deposit' },
  { to: WITHDRAW, icon: withdraw, label: 'wallet.withdraw' },
  { to: SWAP, icon: swap, label: 'wallet.swap' },
  { to: RECORDS, icon: 'receipt', label: 'action.records' },
]

/**
 * What one can do with what one has. A page that is not built yet is not shown.
 *
 * @param currency what it is to be done with, where that is one of them: `?currency=BTC`
 */
export function WalletActions({ currency }: { currency?: string }) {
  const { places } = useServices()
  const { t } = useWords()
  return (
    <Tiles label={t('wallet.actions')}>
      {actions
        .filter(({ to }) => isBuilt(places, to))
        .map(({ to, icon, label }) => (
          <TileLink key={to} to={placeOf(to, { currency })} icon={icon}>
            {t(label)}
          </TileLink>
        ))}
    </Tiles>
  )
}
