import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, SERVICE } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { news } from '../news/part.ts'
import { service } from './part.ts'

const routes: readonly Route[] = [
  {
    path: SERVICE,
    page: page(() => import('./service.tsx').then(({ ServicePage }) => ServicePage)),
    parts: [service, news],
    guard: 'public',
    title: 'title.service',
    up: ACCOUNT,
    shapes: ['line', 'card', 'card', 'card'],
  },
]

export const noun: Noun = { routes }
