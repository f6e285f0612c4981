import { ASSETS } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { wallet } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: ASSETS,
    page: page(() => import('./wallets.tsx').then(({ WalletsPage }) => WalletsPage)),
    parts: [wallet],
    header: 'default',
    guard: 'signedIn',
    title: 'title.wallets',
    tab: 'assets',
    bones: ['hero', 'row', 'row', 'row'],
  },
]
