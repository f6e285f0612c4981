import { drawn } from '../orders/drawn.tsx'
import type { OrderCards } from '../orders/order-kind.ts'
import { microtradeFacts } from './facts.tsx'

export const cards: OrderCards<'microtrade'> = drawn(microtradeFacts)
