import type { Noun } from '../../app/noun.ts'
import { HOME } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'

const routes: readonly Route[] = [
  {
    path: HOME,
    page: page(() => import('./home.tsx').then(({ HomePage }) => HomePage)),
    first: true,
    header: 'custom',
    guard: 'public',
    title: 'app.name',
    tab: 'home',
  },
]

export const noun: Noun = { routes }
