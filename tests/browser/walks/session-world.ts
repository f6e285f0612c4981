import { info, login, logout, setLang } from '../../../src/api/account/user.ts'
import type { sessionMachine } from '../../../src/machines/session/session.ts'
import type { StoredSession } from '../../../src/machines/session/session-types.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { askAgain } from '../kit/again.ts'
import { call, createAccount, keepToken, PASSWORD } from '../kit/api.ts'
import { installWallet, type TestWallet } from '../kit/wallet.ts'
import { type Calls, holdCalls } from './hold.ts'
import { listen, type Said } from './said.ts'
import type { Stage, Walk } from './walk.ts'

/** A user with the app open, with the possible acts of the user and the world. */
export type World = Stage & {
  wallets: readonly TestWallet[]
  accounts: Calls
  logouts: Calls
  langs: Calls
  said: Said
}

const SWITCH = 'wallet_switchEthereumChain'
/** Every prompt stays open until the path decides it. */
const PROMPTS = [SWITCH, 'eth_requestAccounts', 'personal_sign']
const USER_REFUSED = { code: 4001, message: 'User rejected the request.' }
const ACCOUNT = '/#/pages/me/index'

/** The wallet in use; of several, the chosen one. */
export const walletOf = ({ wallets }: World) => wallets.at(-1)
export const tokenIn = ({ page }: World) => page.evaluate(() => localStorage.getItem('token'))

const walletHere = (world: World): TestWallet => {
  const wallet = walletOf(world)
  if (!wallet) throw new Error('this browser has no wallet')
  return wallet
}

/** The operator freezes this user's account, or unfreezes it. */
const mark = (world: World, status: 'frozen' | 'active') => {
  const { server, named } = world
  const wallet = walletOf(world)
  const who = wallet ? `address = '${wallet.address}'` : `username = '${named}'`
  server.change(`update users set status = '${status}' where ${who}`)
}

/** Opens the app's account page in a browser with these wallets and this session. */
export const begin =
  (names: readonly string[], stored: StoredSession) =>
  async (stage: Stage): Promise<World> => {
    const { page, server, named } = stage
    const said = await listen(page)
    const wallets: TestWallet[] = []
    for (const name of names) wallets.push(await installWallet(page, { name, holds: PROMPTS }))
    if (stored.token !== null) {
      server.change(`update users set status = 'active', lang = '${stored.lang}' where username = '${named}'`)
      await keepToken(page, { token: await call(server.url, login, { username: named, password: PASSWORD }) })
    }
    const [accounts, logouts, langs] = [
      await holdCalls(page, info),
      await holdCalls(page, logout),
      await holdCalls(page, setLang),
    ]
    await page.goto(ACCOUNT)
    return { ...stage, said, wallets, accounts, logouts, langs }
  }

async function chooseSpanish({ page }: World): Promise<void> {
  await page.goto('/#/pages/me/language')
  await page.getByRole('radio', { name: 'Español' }).click()
  await page.goto(ACCOUNT)
}

/** How to cause each event of the session and of its child machines. */
export const happen: Walk<typeof sessionMachine, World>['happen'] = {
  [done('lookForWallets').type]: async () => {},
  [done('findWallets').type]: async () => {},
  'session.connectWallet': async (world) => {
    const { page, said } = world
    const button = page.getByRole('button', { name: /^(Connect a wallet|Try again)$/ })
    if (!(await button.isVisible())) await page.goto(ACCOUNT)
    await said.forget()
    await walletOf(world)?.behave({ holds: PROMPTS })
    await button.click()
  },
  'session.lookAround': ({ page }) =>
    page
      .getByRole('button', { name: /^(Look around|Cancel|Close)/ })
      .first()
      .click(),
  'session.chooseWallet': ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Second' }).click(),
  [done('walletSignIn').type]: async (world, { output }) => {
    const wallet = walletHere(world)
    if (output.reason !== null) return wallet.behave({ refuses: { personal_sign: USER_REFUSED } })
    if (output.token === null) await createAccount(world.server.url, wallet.key)
    mark(world, output.token === null ? 'frozen' : 'active')
    return wallet.behave({})
  },
  'session.signedIn': async (world) => {
    const { page, named } = world
    mark(world, 'active')
    if (!page.url().includes('/my/login'))
      await page.goto(`/#/pages/my/login?next=${encodeURIComponent(ACCOUNT.slice(2))}`)
    const form = page.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('User name').fill(named)
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Sign in' }).click()
  },
  [done('loadAccount').type]: async ({ accounts }) => (await accounts.next()).go(),
  [failed('loadAccount', 0).type]: async (world, { error }) => {
    const request = await world.accounts.next()
    if (!error.refusal) return request.lose()
    mark(world, 'frozen')
    return request.go()
  },
  'session.reload': ({ page }) => askAgain(page.getByRole('alert')),
  'session.expired': async (world) => call(world.server.url, logout, {}, (await tokenIn(world)) ?? ''),
  'session.accountFrozen': async (world) => {
    mark(world, 'frozen')
    await world.page.goto('/#/pages/walletrade/index')
  },
  'session.logOut': async ({ page }) => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  },
  [done('logOut').type]: async ({ logouts }) => (await logouts.next()).go(),
  [failed('logOut', 0).type]: async ({ logouts }) => (await logouts.next()).lose(),
  'session.setLang': chooseSpanish,
  'lang.choose': chooseSpanish,
  [done('saveLang').type]: async ({ langs }) => (await langs.next()).go(),
  [failed('saveLang', 0).type]: async ({ langs }) => (await langs.next()).lose(),
  'wallet.accountsChanged': (world, { accounts }) =>
    walletHere(world).tell('accountsChanged', accounts.length === 0 ? [] : [walletHere(world).address.toLowerCase()]),
  'wallet.disconnected': (world) => walletHere(world).tell('disconnect', { code: 4900, message: 'Disconnected.' }),
  [done('walletLink').type]: (world, { output: { reason } }) =>
    reason === 'accountChanged'
      ? walletHere(world).tell('accountsChanged', [])
      : walletHere(world).tell('disconnect', { code: 4900, message: 'Disconnected.' }),
  'wallet.chainChanged': async (world, { chainId }) => {
    await walletHere(world).behave({ holds: [SWITCH] })
    await walletHere(world).changeChain(chainId)
  },
  [done('switchBack').type]: (world) => walletHere(world).behave({}),
  [failed('switchBack', 0).type]: (world) => walletHere(world).behave({ refuses: { [SWITCH]: USER_REFUSED } }),
  'wallet.switchBack': async (world) => {
    await walletHere(world).behave({ holds: [SWITCH] })
    await world.page.getByRole('button', { name: 'Switch back' }).click()
  },
}
