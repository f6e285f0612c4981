import { Wallet } from 'ethers'
import { createAccount, createTrader, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, test } from '../kit/fixtures.ts'

test('an option bought on one device runs, settles and is paid out on the other at once', async ({
  page,
  browser,
  server,
  contextOptions,
  faults,
}) => {
  const wallet = new Wallet(Wallet.createRandom().privateKey)
  const device = await browser.newContext({ ...contextOptions, baseURL: server.url })
  faults.watch(device)
  const other = await device.newPage()
  const orders = await device.newPage()
  const account = await createTrader(server, wallet)
  await keepToken(page, account)
  await keepToken(other, await createAccount(server.url, wallet))

  await page.goto('/#/pages/kline/index?symbol=ETHUSDT')
  await other.goto('/#/pages/walletrade/index')
  await orders.goto('/#/pages/order/trade')
  const held = other.getByRole('list', { name: 'Wallets' }).getByRole('listitem').first()
  await expect(held).toContainText('10,000.00')
  await expect(orders.getByText('Your open positions and orders appear here')).toBeVisible()

  await page.getByRole('button', { name: /^Down\b/ }).click()
  const sheet = page.getByRole('dialog', { name: 'ETH/USDT Down' })
  await sheet.getByLabel('Stake').fill('250')
  await sheet.getByRole('button', { name: / · 250 USDT/ }).click()
  await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
  const order = orders.getByRole('main').getByRole('listitem').filter({ hasText: 'ETH/USDT' })
  await expect(order.getByRole('timer')).toBeVisible()
  await expect(held).toContainText('9,750.00 available, 250.00 in orders')

  await passPeriod(server, account.token)
  await expect(orders.getByText('No open positions', { exact: true })).toBeVisible()
  await orders.getByRole('tab', { name: 'History' }).click()
  const ended = /^(Won|Lost|Tie, stake refunded)$/
  const card = page.getByRole('main').getByRole('listitem')
  await expect(card.getByText(ended)).toBeVisible()
  await expect(order.getByText(ended)).toBeVisible()
  const word = (await card.getByText(ended).textContent()) ?? ''
  await expect(order.getByText(ended)).toHaveText(word)
  const paid = { Won: '10,212.50', Lost: '9,750.00' }[word] ?? '10,000.00'
  await expect(held).toContainText(`USDT${paid}`)
  await device.close()
})
