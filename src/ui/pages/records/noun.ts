import type { Noun } from '../../app/noun.ts'
import { ASSETS, CERTIFICATE, RECORDS, STATEMENT } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { deposit } from '../deposit/part.ts'
import { withdrawal } from '../withdrawal/part.ts'
import { records } from './part.ts'

const routes: readonly Route[] = [
  {
    path: RECORDS,
    page: page(() => import('./records.tsx').then(({ RecordsPage }) => RecordsPage)),
    parts: [records],
    title: 'title.records',
    up: ASSETS,
    shapes: ['line', 'line', 'row', 'row', 'row', 'row', 'row', 'row'],
  },
  {
    path: STATEMENT,
    page: page(() => import('./statement.tsx').then(({ StatementPage }) => StatementPage)),
    parts: [records],
    title: 'title.statement',
    up: RECORDS,
    shapes: ['line', 'card', 'card'],
  },
  {
    path: CERTIFICATE,
    page: page(() => import('./certificate.tsx').then(({ CertificatePage }) => CertificatePage)),
    // With the same labels as the order's page.
    parts: [records, deposit, withdrawal],
    title: 'title.certificate',
    up: RECORDS,
    shapes: ['hero', 'card', 'card'],
  },
]

export const noun: Noun = { routes }
