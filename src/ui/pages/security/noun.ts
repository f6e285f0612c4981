import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, AUTHENTICATOR, EMAIL, PAY_PASSWORD } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { security } from './part.ts'

const routes: readonly Route[] = [
  {
    path: EMAIL,
    page: page(() => import('./email.tsx').then(({ EmailPage }) => EmailPage)),
    parts: [security],
    title: 'title.email',
    up: ACCOUNT,
    shapes: ['line', 'line', 'line', 'button'],
  },
  {
    path: AUTHENTICATOR,
    page: page(() => import('./authenticator.tsx').then(({ AuthenticatorPage }) => AuthenticatorPage)),
    parts: [security],
    title: 'title.authenticator',
    up: ACCOUNT,
    shapes: ['card', 'line', 'button'],
  },
  {
    path: PAY_PASSWORD,
    page: page(() => import('./pay-password.tsx').then(({ PayPasswordPage }) => PayPasswordPage)),
    parts: [security],
    title: 'title.payPassword',
    up: ACCOUNT,
    shapes: ['line', 'line', 'line', 'button'],
  },
]

export const noun: Noun = { routes }
