import { expect } from '@playwright/test'
import { addressreg, nonce } from '../../../src/api/account/user.ts'
import { WalletRefused } from '../../../src/machines/session/session-reason.ts'
import { walletSignInMachine } from '../../../src/machines/session/walletSignIn.ts'
import { refused, unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { createAccount } from '../kit/api.ts'
import { words } from '../kit/labels.ts'
import { installWallet, type TestWallet } from '../kit/wallet.ts'
import { type Calls, holdCalls } from './hold.ts'
import type { Stage, Walk } from './walk.ts'

type World = Stage & { wallet: TestWallet; challenges: Calls; registrations: Calls }

const prompts = {
  switchChain: 'wallet_switchEthereumChain',
  requestAccount: 'eth_requestAccounts',
  signMessage: 'personal_sign',
}
const USER_REFUSED = { code: 4001, message: 'User rejected the request.' }
const otherText = failed('registerAddress', refused('walletSignInFailed'))
const frozen = failed('registerAddress', refused('accountFrozen'))

/** The user answers a prompt; later ones stay open. */
const answer = (effect: keyof typeof prompts, more = {}) => {
  const order = Object.values(prompts)
  const holds = order.slice(order.indexOf(prompts[effect]) + 1)
  return ({ wallet }: World) => wallet.behave({ holds, ...more })
}
const refuse = (effect: keyof typeof prompts) => answer(effect, { refuses: { [prompts[effect]]: USER_REFUSED } })

const stage =
  (key: keyof typeof words, now: string | null) =>
  async ({ page, wallet }: World) => {
    await expect(page.getByRole('status').filter({ hasText: words[key] })).toBeVisible()
    const steps = page.getByRole('list', { name: words['tip.steps'] })
    const current = steps.locator('[aria-current="step"]')
    await expect(current).toHaveText(now === null ? [] : [new RegExp(now)])
    const asked = (await wallet.asked()).map(({ method }) => method)
    expect(asked.filter((method) => !/^(eth_chainId|wallet_switch|eth_requestA|personal_sign)/.test(method))).toEqual(
      [],
    )
  }

export const walletSignInWalk: Walk<typeof walletSignInMachine, World> = {
  shows: 'signing in with a wallet',
  machine: walletSignInMachine,
  input: () => ({ inviteCode: null, walletId: 'wallet-1' }),
  events: [
    done('switchChain'),
    failed('switchChain', new WalletRefused('chainRefused')),
    done('requestAccount', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'),
    failed('requestAccount', new WalletRefused('accountRefused')),
    done('requestChallenge', { nonce: 'nonce', message: 'wants you to sign in' }),
    failed('requestChallenge', unanswered),
    done('signMessage', '0xsigned'),
    failed('signMessage', new WalletRefused('signatureRefused')),
    done('registerAddress', 'a-token'),
    otherText,
    frozen,
  ],
  goal: (snapshot) => snapshot.status === 'done',
  begin: async (stage) => {
    const wallet = await installWallet(stage.page, { name: 'Test', holds: Object.values(prompts) })
    const challenges = await holdCalls(stage.page, nonce)
    const registrations = await holdCalls(stage.page, addressreg)
    await stage.page.goto('/#/pages/me/index')
    return { ...stage, wallet, challenges, registrations }
  },
  happen: {
    [done('switchChain').type]: answer('switchChain'),
    [failed('switchChain', 0).type]: refuse('switchChain'),
    [done('requestAccount').type]: answer('requestAccount'),
    [failed('requestAccount', 0).type]: refuse('requestAccount'),
    [done('requestChallenge').type]: async ({ challenges }) => (await challenges.next()).go(),
    [failed('requestChallenge', 0).type]: async ({ challenges }) => (await challenges.next()).lose(),
    [done('signMessage').type]: (world, _, [next]) =>
      answer('signMessage', { signsOtherText: next === otherText })(world),
    [failed('signMessage', 0).type]: refuse('signMessage'),
    [done('registerAddress').type]: async ({ registrations }) => (await registrations.next()).go(),
    [otherText.type]: async ({ server, wallet, registrations }, event) => {
      const request = await registrations.next()
      if (event === frozen) {
        await createAccount(server.url, wallet.key)
        server.change(`update users set status = 'frozen' where address = '${wallet.address}'`)
      }
      await request.go()
    },
  },
  states: {
    switchingChain: stage('tip.stage.switchingChain', words['tip.network']),
    requestingAccount: stage('tip.stage.requestingAccount', words['tip.account']),
    requestingChallenge: stage('tip.stage.requestingChallenge', words['tip.signature']),
    signing: stage('tip.stage.signing', words['tip.signature']),
    registering: stage('tip.stage.registering', null),
    signedIn: async ({ page, wallet }) => {
      await expect(page.getByText('Signed in with a wallet')).toBeVisible()
      expect(wallet.signed).toHaveLength(1)
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
    },
    refused: async ({ page }, { output }) => {
      await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
      const title = words[`tip.title.${output?.reason ?? 'none'}`]
      await expect(page.getByRole('status').getByRole('heading', { name: title })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    },
    frozen: async ({ page }) => {
      await expect(page).toHaveURL(/#\/pages\/error\/index/)
      await expect(page.getByRole('heading', { name: words['frozen.title'] })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    },
  },
}
