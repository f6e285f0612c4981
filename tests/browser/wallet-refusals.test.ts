import type { Page } from '@playwright/test'
import { expect, NO_ANSWER, REFUSED, test } from './fixtures.ts'
import { installWallet, type WalletBehaviour } from './wallet.ts'

const ARBITRUM = '0xa4b1'
const USER_REFUSED = { code: 4001, message: 'User rejected the request.' }

const says = (page: Page, title: string) =>
  expect(page.getByRole('status').getByRole('heading', { name: title })).toBeVisible()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isSignedIn = (page: Page) => expect(page.getByRole('main').getByText('Total balance')).toBeVisible()
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
const names = (asked: readonly { method: string }[]) => asked.map(({ method }) => method)

test.describe('without a wallet', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/#/pages/my/login')
    await button(page, 'Connect a wallet').click()
    await says(page, 'This browser has no wallet')
    await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
  })

  test('trying again looks again, and finds one that was added meanwhile', async ({ page }) => {
    await button(page, 'Try again').click()
    await expect(page.getByText('Looking for a wallet in this browser')).toBeVisible()
    await says(page, 'This browser has no wallet')
    await installWallet(page, { name: 'Late' })
    await page.reload()
    await isSignedIn(page)
  })

  test('a page of links opens this site in a wallet app', async ({ page, server }) => {
    await page.getByRole('link', { name: 'Open in a wallet app' }).click()
    await expect(page).toHaveURL(`${server.url}/walletJump.html`)
    await expect(page.getByRole('link', { name: 'MetaMask' })).toBeVisible()
  })

  test('a user name leads to the login page', async ({ page }) => {
    await button(page, 'Sign in with a user name').click()
    await expect(page).toHaveURL(/#\/pages\/my\/login/)
    await expect(page.getByLabel('User name')).toBeVisible()
  })

  test('one can look around: prices are public', async ({ page }) => {
    await button(page, 'Look around').click()
    await expect(page).toHaveURL(/#\/$/)
    await expect(page.getByRole('main').getByRole('link', { name: /Bitcoin/ })).toContainText(/\d,\d{3}\.\d\d/)
  })
})

test.describe('a refusal', () => {
  const refusals: { of: string; behaviour: WalletBehaviour; title: string; again: string }[] = [
    {
      of: 'the network',
      behaviour: { refuses: { wallet_switchEthereumChain: USER_REFUSED } },
      title: 'The network was not changed',
      again: 'Try again',
    },
    {
      of: 'a network that the wallet says yes to, and does not change to',
      behaviour: { staysOnChain: true },
      title: 'The network was not changed',
      again: 'Try again',
    },
    {
      of: 'adding a network that the wallet does not know',
      behaviour: { unknownChain: { code: 4902 }, refuses: { wallet_addEthereumChain: USER_REFUSED } },
      title: 'The network was not changed',
      again: 'Try again',
    },
    {
      of: 'the account',
      behaviour: { refuses: { eth_requestAccounts: USER_REFUSED } },
      title: 'No account was chosen',
      again: 'Try again',
    },
    {
      of: 'the signature',
      behaviour: { refuses: { personal_sign: USER_REFUSED } },
      title: 'The message was not signed',
      again: 'Try again',
    },
    {
      of: 'a second prompt while one is open',
      behaviour: { refuses: { eth_requestAccounts: { code: -32002, message: 'Already processing.' } } },
      title: 'Your wallet already shows a request',
      again: 'Try again',
    },
    {
      of: 'anything, by a wallet that is broken',
      behaviour: { refuses: { eth_requestAccounts: { code: -32603, message: 'Internal error' } } },
      title: 'Something went wrong in your wallet',
      again: 'Try again',
    },
  ]

  for (const { of, behaviour, title, again } of refusals) {
    test(`of ${of} is told on the tip page, and trying again signs in`, async ({ page }) => {
      const wallet = await installWallet(page, { name: 'Test', ...behaviour })
      await page.goto('/')
      await says(page, title)
      await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
      expect(await stored(page)).not.toContain('token')
      await wallet.behave({})
      await button(page, again).click()
      await isSignedIn(page)
      expect(await stored(page)).toContain('token')
    })
  }

  test('leads back to the page that one was on the way to', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test', refuses: { personal_sign: USER_REFUSED } })
    await page.goto('/#/pages/walletrade/index')
    await says(page, 'The message was not signed')
    await wallet.behave({})
    await button(page, 'Try again').click()
    await expect(page).toHaveURL(/#\/pages\/walletrade\/index$/)
    await isSignedIn(page)
  })

  test('by the server, of a signature over another text, is told', async ({ page, faults }) => {
    faults.allow(REFUSED)
    const wallet = await installWallet(page, { name: 'Test', signsOtherText: true })
    await page.goto('/')
    await says(page, 'Signing in was refused')
    await wallet.behave({})
    await button(page, 'Try again').click()
    await isSignedIn(page)
  })

  test('is not what a lost connection is called', async ({ page, faults }) => {
    faults.allow(NO_ANSWER)
    await installWallet(page, { name: 'Test' })
    await page.route('**/api/user/nonce', (route) => route.abort())
    await page.goto('/')
    await says(page, 'No answer came')
    await page.unroute('**/api/user/nonce')
    await button(page, 'Try again').click()
    await isSignedIn(page)
  })

  test('can be given up while the wallet still asks, and the app looked at', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test', refuses: { personal_sign: USER_REFUSED } })
    await page.goto('/')
    await says(page, 'The message was not signed')
    await button(page, 'Look around').click()
    await expect(page.getByText('Try it with paper money')).toBeVisible()
    expect(names(await wallet.asked())).not.toContain('eth_sendTransaction')
  })
})

test.describe('a network that the wallet does not know', () => {
  const errors = {
    'at once': { code: 4902, message: 'Unrecognized chain ID.' },
    'inside another error': { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } },
    'in words alone': { code: -32603, message: 'Unrecognized chain ID "0xa4b1". Try adding the chain first.' },
  }
  for (const [how, unknownChain] of Object.entries(errors)) {
    test(`and says so ${how}, is added`, async ({ page }) => {
      const wallet = await installWallet(page, { name: 'Test', unknownChain })
      await page.goto('/')
      await isSignedIn(page)
      const added = (await wallet.asked()).filter(({ method }) => method === 'wallet_addEthereumChain')
      expect(added).toEqual([
        { method: 'wallet_addEthereumChain', params: [expect.objectContaining({ chainId: ARBITRUM })] },
      ])
    })
  }

  test('and cannot add, is shown as what to enter by hand', async ({ page }) => {
    const refuses = { wallet_addEthereumChain: { code: -32601, message: 'The method does not exist.' } }
    await installWallet(page, { name: 'Test', unknownChain: { code: 4902 }, refuses })
    await page.goto('/')
    await says(page, 'Your wallet does not know the network')
    await expect(page.getByRole('main')).toContainText('Arbitrum One')
    await expect(page.getByRole('definition').filter({ hasText: '42161' })).toBeVisible()
  })
})

test.describe('finding a wallet', () => {
  test('lets a person choose among several, and asks only the chosen one', async ({ page }) => {
    const first = await installWallet(page, { name: 'First' })
    const second = await installWallet(page, { name: 'Second' })
    await page.goto('/')
    const sheet = page.getByRole('dialog', { name: 'Choose a wallet' })
    await expect(sheet.getByRole('button', { name: 'First' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Second' }).click()
    await isSignedIn(page)
    expect(await first.asked()).toEqual([])
    expect(second.signed).toHaveLength(1)
  })

  test('chooses none where the choice is closed', async ({ page }) => {
    const wallets = [await installWallet(page, { name: 'First' }), await installWallet(page, { name: 'Second' })]
    await page.goto('/')
    await page.getByRole('dialog', { name: 'Choose a wallet' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByText('Try it with paper money')).toBeVisible()
    for (const wallet of wallets) expect(await wallet.asked()).toEqual([])
  })

  test('waits for one that is injected late', async ({ page }) => {
    await installWallet(page, { lateMs: 600 })
    await page.goto('/')
    await isSignedIn(page)
  })

  test('waits for one that announces itself late', async ({ page }) => {
    await installWallet(page, { name: 'Late', lateMs: 500 })
    await page.goto('/')
    await isSignedIn(page)
  })

  test('takes the older window.ethereum where none announced itself', async ({ page }) => {
    const wallet = await installWallet(page)
    await page.goto('/')
    await isSignedIn(page)
    expect(wallet.signed).toHaveLength(1)
  })

  test('passes window.ethereum over where one announced itself', async ({ page }) => {
    const announced = await installWallet(page, { name: 'Announced' })
    const older = await installWallet(page)
    await page.goto('/')
    await isSignedIn(page)
    expect(announced.signed).toHaveLength(1)
    expect(await older.asked()).toEqual([])
  })
})

test.describe('a wallet that changes after signing in', () => {
  test('to another account, signs out and says why', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.tell('accountsChanged', ['0x00000000000000000000000000000000000000aa'])
    await says(page, 'Your wallet’s account changed')
    expect(await stored(page)).not.toContain('token')
    await button(page, 'Connect a wallet').click()
    await isSignedIn(page)
  })

  test('to no account at all, because it was locked, signs out', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.tell('accountsChanged', [])
    await says(page, 'Your wallet’s account changed')
  })

  test('to the same account in other letters, changes nothing', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.tell('accountsChanged', [wallet.address.toLowerCase()])
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
    await expect(page.getByText('Signed in with a wallet')).toBeVisible()
  })

  test('to another network, is asked to change back, and it says so on every page', async ({ page }) => {
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
  })

  test('to another network and back by the person, needs nothing more', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.behave({ refuses: { wallet_switchEthereumChain: USER_REFUSED } })
    await wallet.changeChain('0x1')
    await expect(button(page, 'Switch back')).toBeVisible()
    await wallet.changeChain(ARBITRUM)
    await expect(button(page, 'Switch back')).toBeHidden()
  })

  test('by disconnecting, signs out and says why', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await wallet.tell('disconnect', { code: 4900, message: 'Disconnected.' })
    await says(page, 'Your wallet disconnected')
    expect(await stored(page)).not.toContain('token')
  })

  test('is still watched after the app is loaded again', async ({ page }) => {
    const wallet = await installWallet(page, { name: 'Test' })
    await page.goto('/')
    await isSignedIn(page)
    await page.reload()
    await isSignedIn(page)
    await expect.poll(async () => names(await wallet.asked())).toEqual(['eth_accounts'])
    await wallet.tell('disconnect', { code: 4900, message: 'Disconnected.' })
    await says(page, 'Your wallet disconnected')
  })
})
