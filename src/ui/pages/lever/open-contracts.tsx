import type { LeverOrder } from '../../../api/lever.ts'
import css from './contract.module.css'
import { ContractCard } from './contract-card.tsx'

/** The contracts that are open, each in a card of its own. */
export function OpenContracts({ orders }: { orders: readonly LeverOrder[] }) {
  return (
    <ul className={css.cards}>
      {orders.map((order) => (
        <li key={order.id}>
          <ContractCard order={order} />
        </li>
      ))}
    </ul>
  )
}
