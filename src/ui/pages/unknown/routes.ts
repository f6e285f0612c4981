import { page, type Route } from '../../route.ts'

/** What a path leads to that is no page. */
export const unknown: Route = {
  path: '',
  page: page(() => import('./unknown.tsx').then(({ UnknownPage }) => UnknownPage)),
  guard: 'public',
  title: 'title.unknown',
  bones: [],
}
