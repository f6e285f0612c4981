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
  const contract = page.getByRole('radio', { name: 'Contracts' })
  await contract.check({ force: true })
  await page.getByRole('button', { name: 'BTC/USDT Switch market' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('searchbox').fill('eth/usdt')
  await expectAccessible(page)
  await sheet.getByRole('link', { name: /Ethereum/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH/USDT')
  await expect(sheet).toHaveCount(0)
  await expect(contract).toBeChecked()
  await page.getByRole('button', { name: 'Price alert', exact: true }).click()
  const now = Number((await sheet.locator('[data-fresh]').textContent())?.replaceAll(',', ''))
  const price = sheet.getByLabel('Price', { exact: true })
  await expect(sheet.getByRole('button', { name: 'Enter a price' })).toBeDisabled()
  // A level that the price has passed is refused beside the field, and nothing is sent.
  await price.fill(String(Math.floor(now / 2)))
  await expect(sheet.getByText('The price has already reached this level')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Choose another price' })).toBeDisabled()
  await sheet.getByRole('button', { name: '+5%' }).click()
  await expect(sheet.getByText(/^\+(5\.0|4\.9)\d% from last price$/)).toBeVisible()
  await expect(sheet.getByText('The price has already reached this level')).toBeHidden()
  await price.fill(String(Math.floor(now * 2)))
  await sheet.getByRole('button', { name: /^Alert me at/ }).click()
  const list = sheet.getByRole('list', { name: 'Alerts for this market' })
  await expect(list.getByRole('listitem')).toHaveText([/Rises to .*Waiting since/])
  await expectAccessible(page)
  await list.getByRole('button', { name: /^Remove/ }).click()
  await expect(list).toHaveCount(0)
})
