import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, BANK } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { bank } from './part.ts'

const routes: readonly Route[] = [
  {
    path: BANK,
    page: page(() => import('./bank.tsx').then(({ BankPage }) => BankPage)),
    parts: [bank],
    title: 'title.bank',
    up: ACCOUNT,
    shapes: ['line', 'line', 'line', 'button'],
  },
]

export const noun: Noun = { routes }
