import { ACCOUNT, SERVICE } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { news } from '../news/part.ts'
import { service } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: SERVICE,
    page: page(() => import('./service.tsx').then(({ ServicePage }) => ServicePage)),
    parts: [service, news],
    guard: 'public',
    title: 'title.service',
    up: ACCOUNT,
    bones: ['line', 'card', 'card', 'card'],
  },
]
