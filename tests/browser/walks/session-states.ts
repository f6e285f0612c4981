import { expect } from '@playwright/test'
import { info } from '../../../src/api/account/user.ts'
import { bcp47 } from '../../../src/api/wire/language-tags.ts'
import type { sessionMachine } from '../../../src/machines/session/session.ts'
import { call } from '../kit/api.ts'
import { words } from '../kit/labels.ts'
import { tokenIn, type World, walletOf } from './session-world.ts'
import type { Walk } from './walk.ts'

export const status = ({ page }: World, text: string) => page.getByRole('status').filter({ hasText: text })

/** The user's name on the account page. */
export const who = (world: World) => {
  const wallet = walletOf(world)
  const name = wallet ? `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}` : world.named
  return world.page.getByRole('main').getByText(name, { exact: true })
}

export const langOnServer = async (world: World) =>
  (await call(world.server.url, info, {}, (await tokenIn(world)) ?? '')).lang

/** What the page shows in each state of the session. */
export const sessionStates: Walk<typeof sessionMachine, World>['states'] = {
  '*': (world, now) => expect.poll(async () => (await tokenIn(world)) !== null).toBe(now.hasTag('signedIn')),
  'signedOut.looking': ({ page }) => expect(page.getByText(words['account.guestTitle'])).toBeVisible(),
  'signedOut.guest': async ({ page }, { context }) => {
    await expect(page.locator('html')).toHaveAttribute('lang', bcp47(context.lang))
    if (context.lang !== 'en') return
    const way = [words['account.guestTitle'], words['home.guestTitle'], words['tip.title.none']]
    await expect(page.getByText(new RegExp(`^(${way.join('|')})$`))).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: words['action.cancel'] })).toBeHidden()
  },
  'signedOut.finding': ({ said }) => said.heard(words['tip.stage.finding']),
  'signedOut.choosing': async ({ page, wallets }) => {
    const sheet = page.getByRole('dialog', { name: words['walletChoice.title'] })
    await expect(sheet.getByRole('list').getByRole('button')).toHaveText([/First/, /Second/])
    expect(await wallets[0]?.asked()).toEqual([])
  },
  'signedOut.connecting': async (world) => {
    const steps = world.page.getByRole('list', { name: words['tip.steps'] })
    await expect(steps.locator('[aria-current="step"]')).toBeVisible()
    for (const other of world.wallets.slice(0, -1)) expect(await other.asked()).toEqual([])
  },
  'signedOut.tip': async ({ page }, { context }) => {
    await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
    const title = words[`tip.title.${context.reason ?? 'none'}`]
    await expect(page.getByRole('status').getByRole('heading', { name: title })).toBeVisible()
  },
  'signedOut.login': async ({ page }) => {
    await expect(page).toHaveURL(/#\/pages\/my\/login/)
    await expect(page.getByText(words['login.expired'])).toBeVisible()
  },
  'signedIn.loading': async (world) => {
    await expect(world.page.getByRole('main').getByRole('status')).toContainText([words['page.loading']])
    await expect(who(world)).toBeHidden()
  },
  'signedIn.ready': (world) => expect(who(world)).toBeVisible(),
  'signedIn.unreachable': async (world) => {
    await expect(world.page.getByRole('alert').filter({ hasText: words['account.failed'] })).toBeVisible()
    await expect(who(world)).toBeHidden()
  },
  leaving: async ({ page }) => {
    await expect(page.getByText(words['account.guestTitle'])).toBeVisible()
    await expect(page.getByRole('button', { name: words['login.connect'] })).toHaveAttribute('aria-busy', 'true')
  },
  frozen: async ({ page }) => {
    await expect(page).toHaveURL(/#\/pages\/error\/index/)
    await expect(page.getByRole('heading', { name: words['frozen.title'] })).toBeVisible()
  },
}
