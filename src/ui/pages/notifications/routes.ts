import { ACCOUNT, NOTIFICATIONS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { inbox } from '../inbox/part.ts'
import { notifications } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: NOTIFICATIONS,
    page: page(() => import('./notifications.tsx').then(({ NotificationsPage }) => NotificationsPage)),
    parts: [notifications, inbox],
    title: 'title.notifications',
    up: ACCOUNT,
    bones: ['card', 'card', 'card', 'card'],
  },
]
