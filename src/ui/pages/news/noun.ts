import type { Noun } from '../../app/noun.ts'
import type { UiKey } from '../../i18n/texts.ts'
import { ACCOUNT, ARTICLE, HELP, LICENCE, LOAN_TERMS, NEWS, NEWS_LIST, RISKS, TERMS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { news } from './part.ts'

const rows: readonly [path: string, title: UiKey, up?: string][] = [
  [NEWS, 'title.news', ACCOUNT],
  [NEWS_LIST, 'title.news'],
  [ARTICLE, 'title.news'],
  [HELP, 'title.help', ACCOUNT],
  [TERMS, 'title.terms', ACCOUNT],
  [LOAN_TERMS, 'title.documents'],
  [LICENCE, 'title.documents'],
  [RISKS, 'title.risks'],
  // In place of a map picker.
  ['/choose-location', 'app.name'],
  ['/open-location', 'app.name'],
]

const read = {
  page: page(() => import('./pages.tsx').then(({ ReadPage }) => ReadPage)),
  parts: [news],
  guard: 'public',
  shapes: ['hero', 'card', 'card', 'card'],
} as const

const routes: readonly Route[] = rows.map(([path, title, up = NEWS]) => ({ ...read, path, title, up }))

export const noun: Noun = { routes }
