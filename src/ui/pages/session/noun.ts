import type { Noun } from '../../app/noun.ts'
import { FROZEN, LOGIN, TIP_WALLET } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { news } from '../news/part.ts'
import { entry } from './part.ts'

const routes: readonly Route[] = [
  {
    path: LOGIN,
    page: page(() => import('./login.tsx').then(({ LoginPage }) => LoginPage)),
    parts: [entry],
    header: 'custom',
    guard: 'public',
    title: 'action.signIn',
    shapes: ['line', 'button', 'line', 'button', 'button'],
  },
  {
    path: TIP_WALLET,
    page: page(() => import('./tip-wallet.tsx').then(({ TipWalletPage }) => TipWalletPage)),
    parts: [entry],
    guard: 'public',
    title: 'title.tipWallet',
    shapes: ['card', 'button', 'button'],
  },
  {
    path: FROZEN,
    page: page(() => import('./frozen.tsx').then(({ FrozenPage }) => FrozenPage)),
    parts: [entry, news],
    guard: 'public',
    title: 'title.error',
    shapes: ['card', 'button'],
  },
]

export const noun: Noun = { routes }
