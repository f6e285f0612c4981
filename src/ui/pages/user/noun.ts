import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, LANGUAGE, TIME_ZONE } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { inbox } from '../inbox/part.ts'
import { security } from '../security/part.ts'
import { entry } from '../session/part.ts'
import { user } from './part.ts'

const routes: readonly Route[] = [
  {
    path: ACCOUNT,
    page: page(() => import('./own.ts').then(({ AccountPage }) => AccountPage)),
    parts: [user, security, inbox, entry],
    header: 'custom',
    guard: 'public',
    title: 'title.account',
    tab: 'account',
    shapes: ['line', 'card', 'row', 'row', 'row'],
  },
  {
    path: LANGUAGE,
    page: page(() => import('./language.tsx').then(({ LanguagePage }) => LanguagePage)),
    parts: [user],
    guard: 'public',
    title: 'title.language',
    up: ACCOUNT,
    shapes: ['card', 'card', 'card'],
  },
  {
    path: TIME_ZONE,
    page: page(() => import('./time-zone.tsx').then(({ TimeZonePage }) => TimeZonePage)),
    parts: [user],
    title: 'title.timeZone',
    up: ACCOUNT,
    shapes: ['line', 'row'],
  },
]

export const noun: Noun = { routes }
