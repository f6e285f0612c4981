import { placeOf } from '../../hash.ts'
import { ASSETS, RECORDS, SWAP } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { microtrade } from '../microtrade/part.ts'
import { swap } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: SWAP,
    page: page(() => import('./swap.tsx').then(({ SwapPage }) => SwapPage)),
    parts: [swap, microtrade],
    title: 'title.swap',
    aside: { to: placeOf(RECORDS, { cause: 'swap' }), text: 'action.records' },
    up: ASSETS,
    bones: ['button', 'button', 'button', 'card', 'button'],
  },
]
