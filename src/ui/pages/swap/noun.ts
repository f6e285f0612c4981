import type { Noun } from '../../app/noun.ts'
import { ASSETS, RECORDS, SWAP } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { placeOf } from '../../router/router.ts'
import { orders } from '../orders/part.ts'
import { swap } from './part.ts'

const routes: readonly Route[] = [
  {
    path: SWAP,
    page: page(() => import('./swap.tsx').then(({ SwapPage }) => SwapPage)),
    parts: [swap, orders],
    title: 'title.swap',
    aside: { to: placeOf(RECORDS, { cause: 'swap' }), text: 'action.records' },
    up: ASSETS,
    shapes: ['button', 'button', 'button', 'card', 'button'],
  },
]

export const noun: Noun = { routes }
