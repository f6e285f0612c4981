import type { Noun } from '../../app/noun.ts'
import { ASSETS, RECORDS, SAVINGS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { placeOf } from '../../router/router.ts'
import { savings } from './part.ts'

const routes: readonly Route[] = [
  {
    path: SAVINGS,
    page: page(() => import('./savings.tsx').then(({ SavingsPage }) => SavingsPage)),
    parts: [savings],
    title: 'title.savings',
    aside: { to: placeOf(RECORDS, { cause: 'savings' }), text: 'action.records' },
    up: ASSETS,
    shapes: ['hero', 'row', 'row', 'row', 'row', 'row'],
  },
]

export const noun: Noun = { routes }
