import { page, type Route } from '../../router/route.ts'
import { market } from '../market/part.ts'
import { orders } from '../orders/part.ts'
import { desk as texts } from './part.ts'

/** The list of markets beside a page. */
export const listPane: Pick<Route, 'page' | 'parts' | 'shapes'> = {
  page: page(() => import('./list-pane.tsx').then(({ ListPane }) => ListPane)),
  parts: [market],
  shapes: ['line', 'line', 'row', 'row', 'row', 'row', 'row', 'row', 'row', 'row'],
}

/** Chart, book, order form and orders at once. */
export const desk: Omit<Route, 'path' | 'title'> = {
  page: page(() => import('./desk.tsx').then(({ Desk }) => Desk)),
  parts: [market, orders, texts],
  ofKinds: true,
  header: 'custom',
  shapes: [],
}
