import { placeOf } from '../../hash.ts'
import { ASSETS, RECORDS, WITHDRAW } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { withdrawal } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: WITHDRAW,
    page: page(() => import('./withdrawal.tsx').then(({ WithdrawalPage }) => WithdrawalPage)),
    parts: [withdrawal],
    title: 'title.withdrawal',
    aside: { to: placeOf(RECORDS, { cause: 'withdrawal' }), text: 'action.records' },
    up: ASSETS,
    bones: ['card', 'line', 'line', 'line', 'button'],
  },
]
