import { page, type Route } from '../../router/route.ts'
import { market } from '../market/part.ts'

/** The list of markets beside a page. */
export const listPane: Pick<Route, 'page' | 'parts' | 'shapes'> = {
  page: page(() => import('./list-pane.tsx').then(({ ListPane }) => ListPane)),
  parts: [market],
  shapes: ['line', 'line', 'row', 'row', 'row', 'row', 'row', 'row', 'row', 'row'],
}

/** Chart, book, order form and orders at once. */
export const desk = page(() => import('./desk.tsx').then(({ Desk }) => Desk))
