import type { Noun } from '../../app/noun.ts'
import { ASSETS, WALLET } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { records } from '../records/part.ts'
import { wallet } from './part.ts'

const routes: readonly Route[] = [
  {
    path: ASSETS,
    page: page(() => import('./wallets.tsx').then(({ WalletsPage }) => WalletsPage)),
    parts: [wallet],
    title: 'title.wallets',
    tab: 'assets',
    shapes: ['hero', 'row', 'row', 'row'],
  },
  {
    path: WALLET,
    page: page(() => import('./wallet.tsx').then(({ WalletPage }) => WalletPage)),
    parts: [wallet, records],
    title: 'title.wallet',
    up: ASSETS,
    shapes: ['line', 'hero', 'card', 'line', 'row', 'row', 'row'],
  },
]

export const noun: Noun = { routes }
