import type { Noun } from '../../app/noun.ts'
import { ASSETS, SAVINGS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { savings } from './part.ts'

const routes: readonly Route[] = [
  {
    path: SAVINGS,
    page: page(() => import('./savings.tsx').then(({ SavingsPage }) => SavingsPage)),
    parts: [savings],
    title: 'title.savings',
    up: ASSETS,
    shapes: ['line', 'row', 'row', 'row', 'row', 'row'],
  },
]

export const noun: Noun = { routes }
