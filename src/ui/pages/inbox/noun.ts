import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, MESSAGES } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { inbox } from './part.ts'

const routes: readonly Route[] = [
  {
    path: MESSAGES,
    page: page(() => import('./messages.tsx').then(({ MessagesPage }) => MessagesPage)),
    parts: [inbox],
    title: 'title.messages',
    up: ACCOUNT,
    shapes: ['line', 'row', 'row', 'row'],
  },
]

export const noun: Noun = { routes }
