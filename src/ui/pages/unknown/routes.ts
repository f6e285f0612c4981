import { page, type Route } from '../../router/route.ts'

/** Fallback for unknown paths. */
export const unknown: Route = {
  path: '',
  page: page(() => import('./unknown.tsx').then(({ UnknownPage }) => UnknownPage)),
  guard: 'public',
  title: 'title.unknown',
  shapes: [],
}
