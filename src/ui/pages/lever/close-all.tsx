import type { LeverOrder } from '../../../api/trade/lever.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import { useAsked } from '../../app/use-asked.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { CloseAllSheet } from './close-all-sheet.tsx'

/** The button that closes all of these contracts, where there are several. */
export function CloseAll({ orders }: { orders: readonly LeverOrder[] }) {
  const { t } = useLabels()
  const { asked, ask, sheet } = useAsked()
  const closable = orders.filter((order) => canAct('close', order))
  return (
    <>
      {closable.length > 1 && (
        <Button kind="plain" small aria-haspopup="dialog" onClick={() => ask(undefined)}>
          {t('lever.closeAll.button')}
        </Button>
      )}
      {asked && <CloseAllSheet key={asked.key} orders={closable} {...sheet} />}
    </>
  )
}
