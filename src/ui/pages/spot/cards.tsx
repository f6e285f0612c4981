import { drawn } from '../orders/drawn.tsx'
import type { OrderCards } from '../orders/order-kind.ts'
import { spotFacts } from './facts.tsx'
import { OpenSpots } from './open-spots.tsx'

export const cards: OrderCards<'spot'> = { ...drawn(spotFacts), Open: OpenSpots }
