import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, KYC } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { kyc } from './part.ts'

const routes: readonly Route[] = [
  {
    path: KYC,
    page: page(() => import('./kyc.tsx').then(({ KycPage }) => KycPage)),
    parts: [kyc],
    title: 'title.kyc',
    up: ACCOUNT,
    shapes: ['line', 'card', 'line', 'line', 'button'],
  },
]

export const noun: Noun = { routes }
