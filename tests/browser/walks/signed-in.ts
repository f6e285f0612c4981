import { expect } from '@playwright/test'
import { bcp47 } from '../../../src/api/wire/language-tags.ts'
import { accountLangMachine } from '../../../src/machines/session/accountLang.ts'
import { WalletRefused } from '../../../src/machines/session/session-reason.ts'
import { walletLinkMachine } from '../../../src/machines/session/walletLink.ts'
import { unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { ADDRESS } from '../../models/kit/people.ts'
import { words } from '../kit/labels.ts'
import { langOnServer, status, who } from './session-states.ts'
import { begin, happen, type World } from './session-world.ts'
import type { Walk } from './walk.ts'

/** Child machines of a signed-in session. */

const loaded = (world: World) => happen[done('loadAccount').type]?.(world, done('loadAccount'), [])

export const walletLinkWalk: Walk<typeof walletLinkMachine, World> = {
  shows: 'the wallet of the signed-in user',
  machine: walletLinkMachine,
  input: () => ({ walletId: 'wallet-1', address: ADDRESS }),
  events: [
    { type: 'wallet.accountsChanged', accounts: [] },
    { type: 'wallet.accountsChanged', accounts: [ADDRESS.toLowerCase()] },
    { type: 'wallet.disconnected' },
    { type: 'wallet.chainChanged', chainId: '0x1', walletId: 'wallet-1' },
    { type: 'wallet.chainChanged', chainId: '0xa4b1', walletId: 'wallet-1' },
    done('switchBack'),
    failed('switchBack', new WalletRefused('chainRefused')),
    { type: 'wallet.switchBack' },
  ],
  distinct: ({ reason }) => reason,
  canHappen: (event, now) => {
    if (event.type === 'wallet.chainChanged') return now.hasTag('wrongChain') === (event.chainId !== '0x1')
    if (event.type === 'wallet.switchBack') return now.matches('wrong')
    return !event.type.startsWith('wallet.') || now.matches('right')
  },
  goal: (now) => now.matches('right') || now.status === 'done',
  begin: async (stage) => {
    const world = await begin(['First'], { token: null, userInfo: null, lang: 'en' })(stage)
    const signedIn = done('walletSignIn', { token: 'a-token', reason: null })
    await happen[signedIn.type]?.(world, signedIn, [])
    await loaded(world)
    await expect(who(world)).toBeVisible()
    return world
  },
  happen,
  states: {
    right: async (world) => {
      await expect(status(world, 'Your wallet is on another network')).toBeHidden()
      await expect(who(world)).toBeVisible()
    },
    asking: async (world) => {
      await expect(status(world, words['tip.switching'])).toBeVisible()
      await expect(world.page.getByRole('button', { name: words['tip.switchBack'] })).toBeHidden()
    },
    wrong: async (world) => {
      await expect(status(world, words['tip.wrongChain'])).toBeVisible()
      await expect(world.page.getByRole('button', { name: words['tip.switchBack'] })).toBeVisible()
    },
    gone: ({ page }) => expect(page.getByText(words['account.guestTitle'])).toBeVisible(),
  },
}

export const accountLangWalk: Walk<typeof accountLangMachine, World> = {
  shows: 'the language of an account',
  machine: accountLangMachine,
  input: () => ({ chosen: 'en', saved: 'it' }),
  events: [
    { type: 'lang.choose', lang: 'es' },
    done('saveLang', 'en'),
    done('saveLang', 'es'),
    failed('saveLang', unanswered),
  ],
  distinct: ({ chosen, saved }) => [chosen, saved],
  canHappen: (event, now) => {
    if (event.type === 'lang.choose') return now.matches('settled') && now.context.chosen !== 'es'
    return event.type !== done('saveLang').type || event.output === now.context.chosen
  },
  goal: (now) => now.matches('settled'),
  begin: async (stage) => {
    const world = await begin([], { token: 'a-token', userInfo: null, lang: 'it' })(stage)
    await loaded(world)
    return world
  },
  happen,
  states: {
    '*': (world, { context }) => expect(world.page.locator('html')).toHaveAttribute('lang', bcp47(context.chosen)),
    settled: (world, { context }) => expect.poll(() => langOnServer(world)).toBe(context.chosen),
    saving: (world) => expect.poll(() => world.langs.waiting()).toBe(1),
    failed: async (world, { context }) => expect(await langOnServer(world)).not.toBe(context.chosen),
  },
}
