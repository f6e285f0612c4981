import type { Page } from '@playwright/test'
import { place } from '../../../src/api/money/savings.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { goTo, open } from '../kit/places.ts'

/** What each place shows once it was loaded. */
const places = [
  ['/pages/savings/index', /^7 days/],
  ['/pages/loan/index', 'You owe'],
  ['/pages/loan/order', 'No loans yet'],
  ['/pages/order/charge', 'No deposits yet'],
  ['/pages/arbitrage/index', 'No real investment pays this.'],
  ['/pages/arbitrage/order', 'No orders yet'],
  ['/pages/me/faq', 'Fixed-term deposits'],
  ['/pages/me/faq?slug=savings', 'Fixed-term deposits'],
  ['/pages/news/detail?kind=legal&slug=terms', 'Terms'],
] as const

/** The calls whose answers the device keeps. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('answers-'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname.slice(1))
  })

test('offline: what was opened before is shown as last known, without what a device must not store, and is gone at sign-out', async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const account = await createTrader(server)
  const [product] = savingsProducts
  const order = { requestId: 'a-deposit-that-is-read-offline', product: product?.id ?? '', amount: '1000' }
  await call(server.url, place, order, account.token)
  await keepToken(page, account)
  const main = page.getByRole('main')
  const asOf = main.getByText(/^Last updated: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await open(page, '/pages/me/index')
  // Identity, bank card and withdrawal addresses are read, and not kept.
  for (const path of ['/pages/me/kyc', '/pages/me/bank', '/pages/order/withdraw']) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  for (const [path, text] of places) {
    await goTo(page, path)
    await expect(main.getByText(text).first()).toBeVisible()
    await expect(asOf).toHaveCount(0)
  }
  await expect
    .poll(() => keptOn(page))
    .toEqual(expect.arrayContaining(['news/detail', 'lh/deposit/order', 'chargelist/log']))
  const kept = await keptOn(page)
  for (const path of [
    'user/getrealinfo',
    'user/cash_info',
    'withdrawal/addresses',
    'withdrawal/conditions',
    'cashlist/log',
  ])
    expect(kept).not.toContain(path)

  await context.setOffline(true)
  for (const [path, text] of places) {
    await goTo(page, path)
    await expect(main.getByText(text).first()).toBeVisible()
    await expect(asOf.first(), path).toBeVisible()
  }
  await expectAccessible(page)
  await goTo(page, '/pages/me/index')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => keptOn(page)).toEqual([])
})
