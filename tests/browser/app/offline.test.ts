import type { Page } from '@playwright/test'
import { chargeReq } from '../../../src/api/money/deposit.ts'
import * as plan from '../../../src/api/money/plan.ts'
import { place } from '../../../src/api/money/savings.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { applyForLoan, call, createTrader, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { goTo, open } from '../kit/places.ts'

/** What each place shows once it was loaded. */
const places = [
  ['/pages/savings/index', /^7 days/],
  ['/pages/loan/index', 'You owe'],
  ['/pages/loan/order', /200\.00/],
  ['/pages/order/charge', /50\.00/],
  ['/pages/arbitrage/index', 'No real investment pays this.'],
  ['/pages/arbitrage/order', /600\.00/],
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
  const { id: deposit } = await call(server.url, place, order, account.token)
  const [{ id: pid } = { id: '' }] = await call(server.url, plan.project, {}, account.token)
  const joining = { requestId: 'a-plan-that-is-read-offline', pid, amount: '600' }
  const { id: hosted } = await call(server.url, plan.order, joining, account.token)
  // It can be ended early once its review is over.
  await server.advance(30_000)
  const sending = {
    requestId: 'coins-that-are-read-offline',
    way: 'crypto',
    network: 'arbitrum',
    amount: '50',
  } as const
  const { id: coins } = await call(server.url, chargeReq, sending, account.token)
  const { id: loan } = await applyForLoan(server, account.token, '200')
  const details = [
    [`/pages/savings/index?deposit=${deposit}`, /1,000\.\d+ principal/, 'Withdraw 1,000 USDT early'],
    [`/pages/arbitrage/order?order=${hosted}`, '600.00', /^End early/],
    [`/pages/order/charge?deposit=${coins}`, 'Arbitrum One', undefined],
    [`/pages/loan/detail?id=${loan}`, '200.00', undefined],
  ] as const
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
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  for (const [path, text, act] of details) {
    await goTo(page, path)
    const shown = path.includes('detail') ? main : dialog
    await expect(shown.getByText(text).first()).toBeVisible()
    if (act) await expect(shown.getByRole('button', { name: act })).toBeVisible()
    await close()
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
  for (const [path, text, act] of details) {
    await goTo(page, path)
    const shown = path.includes('detail') ? main : dialog
    await expect(shown.getByText(text).first()).toBeVisible()
    await expect(shown.getByText(/^Last updated: /).first(), path).toBeVisible()
    if (act) await expect(shown.getByRole('button', { name: act })).toHaveCount(0)
    if (shown === main) await expectAccessible(page)
    await close()
  }
  await goTo(page, '/pages/me/index')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => keptOn(page)).toEqual([])
})
