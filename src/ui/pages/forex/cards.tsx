import { drawn } from '../orders/drawn.tsx'
import type { OrderCards } from '../orders/order-kind.ts'
import { forexFacts } from './facts.tsx'

export const cards: OrderCards<'forex'> = drawn(forexFacts)
