import { useServices } from '../../app/services.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useLabels } from '../../i18n/index.ts'
import { TileLink, Tiles } from '../../parts/lists/tiles.tsx'
import { deposit, swap, withdraw } from '../../parts/marks/drawings.ts'
import type { IconName } from '../../parts/marks/icons.tsx'
import { DEPOSIT, isBuilt, RECORDS, SWAP, WITHDRAW } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'

export type Action = { to: string; icon: IconName; label: UiKey; query?: Readonly<Record<string, string>> }

export const depositing: Action = { to: DEPOSIT, icon: deposit, label: 'wallet.deposit' }
export const withdrawing: Action = { to: WITHDRAW, icon: withdraw, label: 'title.withdrawal' }
export const swapping: Action = { to: SWAP, icon: swap, label: 'title.swap' }
const records: Action = { to: RECORDS, icon: 'receipt', label: 'action.records' }

/**
 * The wallet actions.
 *
 * @param currency to use, if there is one: `?currency=BTC`
 * @param last the last action; by default the records
 * @param disabled without a connection
 */
export const WalletActions = (props: { currency?: string; last?: Action; disabled?: boolean }) => {
  const { currency, last = records, disabled = false } = props
  return <ActionTiles actions={[depositing, withdrawing, swapping, last]} currency={currency} disabled={disabled} />
}

type ActionTilesProps = { actions: readonly Action[]; currency?: string | undefined; disabled?: boolean }

/** Pages that do not exist yet are left out. */
export function ActionTiles({ actions, currency, disabled = false }: ActionTilesProps) {
  const { places } = useServices()
  const { t } = useLabels()
  return (
    <Tiles label={t('wallet.actions')}>
      {actions
        .filter(({ to }) => isBuilt(places, to))
        .map(({ to, icon, label, query }) => (
          <TileLink key={label} to={placeOf(to, { currency, ...query })} icon={icon} disabled={disabled}>
            {t(label)}
          </TileLink>
        ))}
    </Tiles>
  )
}
