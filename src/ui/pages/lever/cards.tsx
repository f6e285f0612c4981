import { drawn } from '../orders/drawn.tsx'
import type { OrderCards } from '../orders/order-kind.ts'
import { leverFacts } from './facts.tsx'

export const cards: OrderCards<'lever'> = drawn(leverFacts)
