import { expectAccessible } from '../kit/accessible.ts'
import { createAccount } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'

test('alerts: someone waits for a price, and no more, and finds another market from its chart', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(REFUSED)
  const { token } = await createAccount(server.url)
  await page.addInitScript((token) => {
    if (origin !== 'null') localStorage.setItem('token', token)
  }, token)
  await open(page, '/pages/kline/index?symbol=BTCUSDT')
  const contract = page.getByRole('radio', { name: 'Contract' })
  await contract.check({ force: true })
  await page.getByRole('button', { name: 'BTC/USDT Switch market' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('searchbox').fill('eth/usdt')
  await expectAccessible(page)
  await sheet.getByRole('link', { name: /Ethereum/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT')
  await expect(sheet).toHaveCount(0)
  await expect(contract).toBeChecked()
  await page.getByRole('button', { name: 'Price alerts' }).click()
  const now = Number((await sheet.locator('[data-fresh]').textContent())?.replaceAll(',', ''))
  await sheet.getByLabel('Price', { exact: true }).fill(String(Math.floor(now / 2)))
  await sheet.getByRole('button', { name: /^Tell me when it rises to/ }).click()
  await expect(sheet.getByText('The price is already there')).toBeVisible()
  await sheet.getByLabel('Price', { exact: true }).fill(String(Math.floor(now * 2)))
  await sheet.getByRole('button', { name: /^Tell me when it rises to/ }).click()
  const list = sheet.getByRole('list', { name: 'Alerts of this market' })
  await expect(list.getByRole('listitem')).toHaveText([/Rises to .*Waiting since/])
  await expectAccessible(page)
  await list.getByRole('button', { name: /^Remove/ }).click()
  await expect(list).toHaveCount(0)
})
