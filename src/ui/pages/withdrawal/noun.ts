import type { Noun } from '../../app/noun.ts'
import { ASSETS, RECORDS, WITHDRAW } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { placeOf } from '../../router/router.ts'
import { withdrawal } from './part.ts'

const routes: readonly Route[] = [
  {
    path: WITHDRAW,
    page: page(() => import('./withdrawal.tsx').then(({ WithdrawalPage }) => WithdrawalPage)),
    parts: [withdrawal],
    title: 'title.withdrawal',
    aside: { to: placeOf(RECORDS, { cause: 'withdrawal' }), text: 'action.records' },
    up: ASSETS,
    shapes: ['card', 'line', 'line', 'line', 'button'],
  },
]

export const noun: Noun = { routes }
