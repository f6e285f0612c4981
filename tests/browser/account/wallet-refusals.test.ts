import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { textsIn } from '../kit/labels.ts'
import { expectNotice } from '../kit/notices.ts'
import { installWallet } from '../kit/wallet.ts'

const ARBITRUM = '0xa4b1'
const USER_REFUSED = { code: 4001, message: 'User rejected the request.' }

const says = (page: Page, title: string) =>
  expect(page.getByRole('status').getByRole('heading', { name: title })).toBeVisible()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isSignedIn = (page: Page) =>
  expect(page.getByRole('main').getByText('Total equity', { exact: true })).toBeVisible()
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
/** The page is seen again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const names = (asked: readonly { method: string }[]) => asked.map(({ method }) => method)

test('without a wallet one can go on by a link, by a user name, by looking around, and with one that was added meanwhile', async ({
  page,
  server,
}) => {
  const withoutWallet = async () => {
    await page.goto('/#/pages/my/login')
    await page.getByRole('button', { name: 'Connect a wallet' }).click()
    await says(page, 'This browser has no wallet')
    await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
  }
  await withoutWallet()
  await expect(page.getByText('No money moved.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open in a wallet app' }).click()
  await expect(page).toHaveURL(`${server.url}/walletJump.html`)
  await expect(page.getByRole('link', { name: 'MetaMask' })).toBeVisible()

  await withoutWallet()
  await page.getByRole('button', { name: 'Sign in with a user name' }).click()
  await expect(page).toHaveURL(/#\/pages\/my\/login/)
  await expect(page.getByLabel('User name')).toBeVisible()

  await withoutWallet()
  await page.getByRole('button', { name: 'Look around' }).click()
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByRole('main').getByRole('link', { name: /Bitcoin/ })).toContainText(/\d,\d{3}\.\d\d/)

  await withoutWallet()
  await button(page, 'Try again').click()
  await expect(page.getByText('Looking for a wallet in this browser')).toBeVisible()
  await says(page, 'This browser has no wallet')
  await installWallet(page, { name: 'Late' })
  await page.reload()
  await isSignedIn(page)
})

test('wallet: a sign-in that ends before the first page is drawn is announced', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('lang', 'vn'))
  await installWallet(page, { name: 'Test' })
  const token = () => page.evaluate(() => localStorage.getItem('token'))
  // Nothing is drawn without its texts.
  await page.route('**/assets/*/first.json', async (route) => {
    await expect.poll(token).not.toBeNull()
    await route.continue()
  })
  await page.goto('/')
  await expectNotice(page, textsIn('vn').signedIn ?? '')
})

test('a wallet that appears after the page is offered to a guest, and goes on by itself where one was missing', async ({
  page,
}) => {
  const wallet = await installWallet(page, { name: 'Late', waits: true })
  await page.goto('/#/pages/my/login')
  await page.getByRole('button', { name: 'Look around first' }).click()
  await expect(page.getByText('Practise with paper money')).toBeVisible()
  await wallet.appear()
  await expectNotice(page, 'A wallet is ready in this browser')
  expect(await wallet.asked()).toEqual([])

  await page.goto('/#/pages/my/login')
  await page.reload()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  await says(page, 'This browser has no wallet')
  await wallet.appear()
  await isSignedIn(page)
})

// The mapping of wallet errors to refusals: tests/models/actors/switch-chain.test.ts and wallet-answers.test.ts.
test.describe('a refusal', () => {
  test('of network, account or signature leads to the tip page, and a retry signs in', async ({ page }) => {
    const refusals = [
      ['wallet_switchEthereumChain', USER_REFUSED, 'The network was not changed'],
      ['eth_requestAccounts', USER_REFUSED, 'No account was chosen'],
      ['eth_requestAccounts', { code: -32002, message: 'Already processing.' }, 'Your wallet shows an earlier request'],
      ['eth_requestAccounts', { code: -32603, message: 'Internal error' }, 'Something went wrong in your wallet'],
      ['personal_sign', USER_REFUSED, 'The message was not signed'],
    ] as const
    const wallet = await installWallet(page, { name: 'Test', refuses: { [refusals[0][0]]: refusals[0][1] } })
    await page.goto('/')
    for (const [index, [, , title]] of refusals.entries()) {
      await says(page, title)
      await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
      expect(await stored(page)).not.toContain('token')
      const next = refusals[index + 1]
      await wallet.behave(next ? { refuses: { [next[0]]: next[1] } } : {})
      await button(page, 'Try again').click()
    }
    await isSignedIn(page)
    expect(await stored(page)).toContain('token')
  })

  test('leads back to the page that one was on the way to', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test', refuses: { personal_sign: USER_REFUSED } })
    await page.goto('/#/pages/walletrade/index')
    await says(page, 'The message was not signed')
    await wallet.behave({})
    await button(page, 'Try again').click()
    await expect(page).toHaveURL(/#\/pages\/walletrade\/index$/)
    await isSignedIn(page)
  })

  test('by the server, for a signature over another text, is shown', async ({ page, faults }) => {
    faults.allow(REFUSED)
    const wallet = await installWallet(page, { name: 'Test', signsOtherText: true })
    await page.goto('/')
    await says(page, 'Sign-in was refused')
    await wallet.behave({})
    await button(page, 'Try again').click()
    await isSignedIn(page)
  })

  test('is not what a lost connection is called', async ({ page, faults }) => {
    faults.allow(NO_ANSWER)
    await installWallet(page, { name: 'Test' })
    await page.route('**/api/user/nonce', (route) => route.abort())
    await page.goto('/')
    await says(page, 'No response')
    await page.unroute('**/api/user/nonce')
    await button(page, 'Try again').click()
    await isSignedIn(page)
  })

  test('can be given up while the wallet still asks, and the app looked at', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test', refuses: { personal_sign: USER_REFUSED } })
    await page.goto('/')
    await says(page, 'The message was not signed')
    await page.getByRole('button', { name: 'Look around' }).click()
    await expect(page.getByText('Practise with paper money')).toBeVisible()
    expect(names(await wallet.asked())).not.toContain('eth_sendTransaction')
  })
})

test.describe('a network that the wallet does not know', () => {
  test('is added', async ({ page }) => {
    const unknownChain = { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } }
    const wallet = await installWallet(page, { name: 'Test', unknownChain })
    await page.goto('/')
    await isSignedIn(page)
    const added = (await wallet.asked()).filter(({ method }) => method === 'wallet_addEthereumChain')
    expect(added).toEqual([
      { method: 'wallet_addEthereumChain', params: [expect.objectContaining({ chainId: ARBITRUM })] },
    ])
  })

  test('and cannot add, is shown as what to enter by hand', async ({ page }) => {
    const refuses = { wallet_addEthereumChain: { code: -32601, message: 'The method does not exist.' } }
    await installWallet(page, { name: 'Test', unknownChain: { code: 4902 }, refuses })
    await page.goto('/')
    await says(page, 'Your wallet does not know the network')
    await expect(page.getByRole('main')).toContainText('Arbitrum One')
    await expect(page.getByRole('definition').filter({ hasText: '42161' })).toBeVisible()
  })
})

test('a person chooses among several wallets, or none, and only the chosen one is asked', async ({ page }) => {
  const first = await installWallet(page, { name: 'First' })
  const second = await installWallet(page, { name: 'Second' })
  await page.goto('/')
  const sheet = page.getByRole('dialog', { name: 'Choose a wallet' })
  await expect(sheet.getByRole('button', { name: 'First' })).toBeVisible()
  await expect(sheet.getByText('Chain 42161. Your wallet asks you to confirm.')).toBeVisible()
  await expect(sheet.getByText('Quoin never asks for a recovery phrase.')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Practise with paper money')).toBeVisible()
  for (const wallet of [first, second]) expect(await wallet.asked()).toEqual([])

  await page.reload()
  await sheet.getByRole('button', { name: 'Other ways to sign in' }).click()
  await expect(page.getByLabel('User name')).toBeVisible()
  await page.reload()
  await sheet.getByRole('button', { name: 'Second' }).click()
  await isSignedIn(page)
  expect(await first.asked()).toEqual([])
  expect(second.signed).toHaveLength(1)
})

test('an older wallet, which is only window.ethereum, signs in', async ({ page }) => {
  const wallet = await installWallet(page)
  await page.goto('/')
  await isSignedIn(page)
  expect(wallet.signed).toHaveLength(1)
})

test.describe('a wallet that changes after signing in', () => {
  test('to another account, or to none, signs out and says why; to the same one in other letters, changes nothing', async ({
    page,
  }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.tell('accountsChanged', [wallet.address.toLowerCase()])
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
    await expect(page.getByText('Signed in with a wallet')).toBeVisible()
    await wallet.tell('accountsChanged', ['0x00000000000000000000000000000000000000aa'])
    await says(page, 'Your wallet’s account changed')
    expect(await stored(page)).not.toContain('token')
    await button(page, 'Connect a wallet').click()
    await expect.poll(() => stored(page)).toContain('token')
    await expect(page.getByText('Signed in with a wallet')).toBeVisible()
    await wallet.tell('accountsChanged', [])
    await says(page, 'Your wallet’s account changed')
  })

  test('to another network, is asked to change back, and it says so on every page until it has', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.behave({ refuses: { wallet_switchEthereumChain: USER_REFUSED } })
    await wallet.changeChain('0x1')
    await expect(page.getByText('Your wallet is on another network.')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Markets' }).click()
    await expect(page.getByText('Your wallet is on another network.')).toBeVisible()
    await wallet.behave({})
    await button(page, 'Switch back').click()
    await expect(page.getByText('Your wallet is on another network.')).toBeHidden()
    expect((await wallet.asked()).at(-1)).toEqual({ method: 'eth_chainId', params: [] })

    await wallet.behave({ refuses: { wallet_switchEthereumChain: USER_REFUSED } })
    await wallet.changeChain('0x1')
    await expect(button(page, 'Switch back')).toBeVisible()
    await wallet.changeChain(ARBITRUM)
    await expect(button(page, 'Switch back')).toBeHidden()
  })

  test('while the page was away, is noticed at the return, without a prompt', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await expect.poll(async () => names(await wallet.asked()).slice(-2)).toEqual(['eth_accounts', 'eth_chainId'])
    await wallet.changeUnheard({ chainId: '0x1' })
    await comeBack(page)
    await expect(page.getByText('Your wallet is on another network.')).toBeVisible()
    expect(names(await wallet.asked()).slice(-2)).toEqual(['eth_accounts', 'eth_chainId'])
    await button(page, 'Switch back').click()
    await expect(button(page, 'Switch back')).toBeHidden()
    await wallet.changeUnheard({ accounts: ['0x00000000000000000000000000000000000000aa'] })
    await comeBack(page)
    await says(page, 'Your wallet’s account changed')
    expect(await stored(page)).not.toContain('token')
  })

  test('by disconnecting, after the app was loaded again, signs out and says why', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await page.reload()
    await isSignedIn(page)
    await expect.poll(async () => names(await wallet.asked())).toEqual(['eth_accounts', 'eth_chainId'])
    await wallet.tell('disconnect', { code: 4900, message: 'Disconnected.' })
    await says(page, 'Your wallet disconnected')
    expect(await stored(page)).not.toContain('token')
  })
})
