import { spotForm } from '../../../machines/trade/spotForm.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'

/** Pending orders. */
export const compose = (deps: Deps) => ({ store: composeOrderStore(deps, spotForm) })
