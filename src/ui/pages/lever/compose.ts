import { leverForm } from '../../../machines/trade/leverForm.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'

/** Pending orders. */
export const compose = (deps: Deps) => ({ store: composeOrderStore(deps, leverForm) })
