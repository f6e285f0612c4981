import { drawn } from '../orders/drawn.tsx'
import type { OrderCards } from '../orders/order-kind.ts'
import { leverFacts } from './facts.tsx'
import { OpenContracts } from './open-contracts.tsx'

export const cards: OrderCards<'lever'> = { ...drawn(leverFacts), Open: OpenContracts }
