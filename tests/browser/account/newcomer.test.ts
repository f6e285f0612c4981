import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible.ts'
import { becomeKnown } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'
import { installWallet } from '../kit/wallet.ts'

const SIX_METHODS = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
]

/** `+85.00`, `−100.00` and `10,000.00` as numbers. */
const numberIn = (text: string) =>
  Number(
    text
      .replace(/,/g, '')
      .replace('−', '-')
      .replace(/[^\d.-]/g, ''),
  )

/** The value of a term in a list of facts. */
const fact = (page: Page, term: string) =>
  page
    .getByRole('dialog')
    .locator('dt', { hasText: new RegExp(`^${term}$`) })
    .locator('+ dd')

test('a newcomer signs in with a wallet, buys an option, sees it settle, and checks why', async ({ page, server }) => {
  const wallet = await installWallet(page, { name: 'Test' })
  await page.goto('/')

  await test.step('prices move', async () => {
    const bitcoin = page.getByRole('main').getByRole('link', { name: /^BTC Bitcoin/ })
    const first = await bitcoin.textContent()
    await expect.poll(() => bitcoin.textContent()).not.toBe(first)
  })

  await test.step('the wallet is found, changed to Arbitrum One, and signs the server’s message', async () => {
    await expectNotice(page, 'Signed in')
    const asked = await wallet.asked()
    const names = asked.map(({ method }) => method)
    expect(names.filter((method) => !SIX_METHODS.includes(method))).toEqual([])
    // What is asked without a prompt is asked again when the session begins.
    expect(names.filter((method) => !['eth_chainId', 'eth_accounts'].includes(method))).toEqual([
      'wallet_switchEthereumChain',
      'eth_requestAccounts',
      'personal_sign',
    ])
    expect(asked.find(({ method }) => method === 'wallet_switchEthereumChain')?.params).toEqual([{ chainId: '0xa4b1' }])
    const { host } = new URL(server.url)
    const [message = ''] = wallet.signed
    expect(message.split('\n').slice(0, 2)).toEqual([
      `${host} wants you to sign in with your Ethereum account:`,
      wallet.address,
    ])
    expect(message).toContain('\nVersion: 1\nChain ID: 42161\nNonce: ')
  })

  // `name-wanted.test.ts` shows who it is by hand.
  await becomeKnown(server, (await page.evaluate(() => localStorage.getItem('token'))) ?? '')

  await test.step('there are 10,000 USDT of paper money', async () => {
    await expect(page.getByText('Total equity', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('10,000.00USDT')
    await expect(page.getByRole('main').getByText('Paper', { exact: true })).toBeVisible()
  })

  const sheet = page.getByRole('dialog', { name: 'BTC/USDT Up' })
  await test.step('the sheet says what an option costs, wins and loses, before the button', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /^BTC Bitcoin/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'BTC/USDT' })).toBeVisible()
    await page.getByRole('button', { name: /^Up\b/ }).click()
    await expect(sheet.getByText('Available 10,000.00 USDT')).toBeVisible()
    await expect(sheet.getByRole('radio', { name: '30s 85%' })).toBeChecked()
    await expect(sheet.getByRole('button', { name: 'Enter an amount' })).toHaveAttribute('aria-disabled', 'true')
    await sheet.getByLabel('Stake').fill('100')
    await expect(fact(page, 'If you win')).toHaveText('+85.00 USDT · 185.00')
    await expect(sheet.locator('[data-loss]')).toHaveText('100.00 USDT')
    await expect(fact(page, 'Tie')).toHaveText('Stake refunded')
    await expect(sheet.getByRole('link')).toHaveText('54.05% of the time')
    await expect(sheet.getByText('Paper money. You can lose your entire stake.')).toBeVisible()
  })

  await test.step('it is bought, opens at a price, and counts down', async () => {
    await sheet.getByRole('button', { name: / · 100 USDT/ }).click()
    await expect(sheet).toBeHidden()
    const ring = page.getByRole('main').getByRole('timer')
    await expect(ring).toHaveAttribute('aria-label', /^(2\d|30) seconds left$/)
    await expect(page.getByRole('main').getByRole('listitem')).toContainText(/Entry\d+,\d{3}\.\d\d/)
    const left = async () => Number.parseInt((await ring.getAttribute('aria-label')) ?? '', 10)
    const first = await left()
    await expect.poll(left).toBeLessThan(first - 1)
    await page.goto('/#/pages/walletrade/index')
    await expect(page.getByRole('list', { name: 'Wallets' })).toContainText('9,900.00 available, 100.00 in orders')
  })

  const net = await test.step('it settles, and says what came of it', async () => {
    await page.getByRole('link', { name: 'Trade', exact: true }).click()
    const order = page.getByRole('main').getByRole('listitem').filter({ hasText: 'BTC/USDT' })
    await expect(order.getByRole('timer')).toBeVisible()
    await passPeriod(server, String(await page.evaluate(() => localStorage.getItem('token'))))
    await expect(page.getByText('No open positions', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(order.getByText(/^(Won|Lost|Tie, stake refunded)$/)).toBeVisible()
    await order.getByRole('button').click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt.getByText('Verified', { exact: true })).toBeVisible()
    return numberIn((await fact(page, 'Realised P&L').textContent()) ?? '')
  })

  await test.step('the receipt names both ticks, and the outcome follows from them', async () => {
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt).toContainText(/\d+ recorded prices recomputed on this device\. Last hash:/)
    const [entry = 0, end = 0] = (await fact(page, 'Price').allTextContents()).map(numberIn)
    const [accepted = '', due = ''] = [
      await fact(page, 'Accepted').textContent(),
      await fact(page, 'Expiry').textContent(),
    ]
    const [opened = '', closed = ''] = await fact(page, 'Time').allTextContents()
    expect(net).toBe(end > entry ? 85 : end < entry ? -100 : 0)
    expect(opened >= (accepted ?? '')).toBe(true)
    expect(closed <= (due ?? '')).toBe(true)
    expect(Date.parse(`${due}Z`) - Date.parse(`${opened}Z`)).toBe(30_000)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('the balance changed by just that', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const total = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(10_000 + net)
    await expect(page.getByRole('main')).toContainText(`${total}USDT`)
    expect((await wallet.asked()).map(({ method }) => method).filter((name) => !SIX_METHODS.includes(name))).toEqual([])
  })
})
