import type { LeverOrder } from '../../../api/trade/lever.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import { useAsked } from '../../app/use-asked.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { OrderCards } from '../orders/order-card.tsx'
import { CloseAllSheet } from './close-all-sheet.tsx'
import { leverFacts } from './facts.tsx'

/** The open contracts, one card each. */
export function OpenContracts({ orders }: { orders: readonly LeverOrder[] }) {
  const { t } = useLabels()
  const { asked, ask, sheet } = useAsked()
  const closable = orders.filter((order) => canAct('close', order))
  return (
    <>
      <OrderCards facts={leverFacts} orders={orders} />
      {closable.length > 1 && (
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => ask(undefined)}>
          {t('lever.closeAll.button')}
        </Button>
      )}
      {asked && <CloseAllSheet key={asked.key} orders={closable} {...sheet} />}
    </>
  )
}
