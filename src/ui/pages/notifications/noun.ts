import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, NOTIFICATIONS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { inbox } from '../inbox/part.ts'
import { notifications } from './part.ts'

const routes: readonly Route[] = [
  {
    path: NOTIFICATIONS,
    page: page(() => import('./notifications.tsx').then(({ NotificationsPage }) => NotificationsPage)),
    parts: [notifications, inbox],
    title: 'title.notifications',
    up: ACCOUNT,
    shapes: ['card', 'card', 'card', 'card'],
  },
]

export const noun: Noun = { routes }
