import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, AUTHENTICATOR, EMAIL, PASSKEYS, PAY_PASSWORD, SECURITY } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { inbox } from '../inbox/part.ts'
import { entry } from '../session/part.ts'
import { user } from '../user/part.ts'
import { security } from './part.ts'

const routes: readonly Route[] = [
  {
    path: SECURITY,
    page: page(() => import('../user/own.ts').then(({ SecurityPage }) => SecurityPage)),
    parts: [user, security, inbox, entry],
    title: 'title.security',
    up: ACCOUNT,
  },
  {
    path: EMAIL,
    page: page(() => import('./email.tsx').then(({ EmailPage }) => EmailPage)),
    parts: [security],
    title: 'title.email',
    up: SECURITY,
    shapes: ['line', 'line', 'line', 'button'],
  },
  {
    path: AUTHENTICATOR,
    page: page(() => import('./authenticator.tsx').then(({ AuthenticatorPage }) => AuthenticatorPage)),
    parts: [security],
    title: 'title.authenticator',
    up: SECURITY,
    shapes: ['card', 'line', 'button'],
  },
  {
    path: PASSKEYS,
    page: page(() => import('./passkeys.tsx').then(({ PasskeysPage }) => PasskeysPage)),
    parts: [security],
    title: 'title.passkeys',
    up: SECURITY,
    shapes: ['card', 'row', 'button'],
  },
  {
    path: PAY_PASSWORD,
    page: page(() => import('./pay-password.tsx').then(({ PayPasswordPage }) => PayPasswordPage)),
    parts: [security],
    title: 'title.payPassword',
    up: SECURITY,
    shapes: ['line', 'line', 'line', 'button'],
  },
]

export const noun: Noun = { routes }
