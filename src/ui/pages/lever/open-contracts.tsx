import { useCallback, useState } from 'react'
import type { LeverOrder } from '../../../api/lever.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import css from '../orders/order-card.module.css'
import { CloseAllSheet } from './close-all-sheet.tsx'
import { ContractCard } from './contract-card.tsx'

/** The open contracts, one card each. */
export function OpenContracts({ orders }: { orders: readonly LeverOrder[] }) {
  const { t } = useWords()
  const [asked, setAsked] = useState(0)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const closable = orders.filter((order) => canAct('close', order))
  return (
    <>
      <ul className={css.cards}>
        {orders.map((order) => (
          <li key={order.id}>
            <ContractCard order={order} />
          </li>
        ))}
      </ul>
      {closable.length > 1 && (
        <Button
          kind="quiet"
          aria-haspopup="dialog"
          onClick={() => {
            setAsked(asked + 1)
            setOpen(true)
          }}
        >
          {t('lever.closeAll.button')}
        </Button>
      )}
      {asked > 0 && <CloseAllSheet key={asked} orders={closable} open={open} onClose={close} />}
    </>
  )
}
