import type { Locator, Page } from '@playwright/test'
import { place } from '../../../src/api/money/savings.ts'
import { breakEvenOf, meanOfExample, periods } from '../../../src/rules/microtrade/microtrade.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, test } from '../kit/fixtures.ts'
import { goTo } from '../kit/places.ts'

const payoutBps = periods[0]?.payoutBps ?? 0
const sheet = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Goes from the markets to a chart, and opens the sheet that buys. */
async function openSheet(page: Page, token: string) {
  await page.addInitScript((kept) => localStorage.setItem('token', kept), token)
  await page.goto('/#/pages/market/index')
  await page.getByRole('link', { name: /^BTC Bitcoin/ }).click()
  await page.getByRole('button', { name: /^Up\b/ }).click()
  await expect(sheet(page).getByLabel('Stake')).toBeVisible()
}

async function swipeDown(page: Page, way: number) {
  const box = await sheet(page).boundingBox()
  if (!box) throw new Error('no sheet is open')
  const [x, y] = [box.x + box.width / 2, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + way, { steps: 4 })
  await page.mouse.up()
}

test.describe('a sheet', () => {
  test('is closed by Back, and the page stays; a second Back leaves that', async ({ page, resident }) => {
    await openSheet(page, resident.token)
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(heading(page, 'BTC/USDT')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })

  test('that was closed otherwise leaves nothing behind for Back', async ({ page, resident }) => {
    await openSheet(page, resident.token)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await page.getByRole('button', { name: /^Down\b/ }).click()
    await swipeDown(page, 30)
    await expect(sheet(page).getByLabel('Stake')).toBeVisible()
    await swipeDown(page, 200)
    await expect(sheet(page)).toBeHidden()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })

  test('that was open when the page was loaded again leaves nothing behind either', async ({ page, resident }) => {
    await openSheet(page, resident.token)
    await page.reload()
    await expect(heading(page, 'BTC/USDT')).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })

  test('gives way to the sheet of another place that is opened over it', async ({ page, server }) => {
    const account = await createTrader(server)
    const product = savingsProducts[0]?.id ?? ''
    const deposit = async (amount: string) => {
      const order = { requestId: `a-deposit-over-another-${amount}`, product, amount }
      const { id } = await call(server.url, place, order, account.token)
      return `/pages/savings/index?deposit=${id}`
    }
    const [first, second] = [await deposit('1000'), await deposit('2000')]
    await keepToken(page, account)
    await page.goto(`/#${first}`)
    await expect(sheet(page).getByText(/1,000\.\d+ principal/)).toBeVisible()
    await goTo(page, second)
    await expect(sheet(page).getByText(/2,000\.\d+ principal/)).toBeVisible()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
  })

  test('says what an option of each period brings on average, and leads to the page on costs', async ({
    page,
    resident,
  }) => {
    await openSheet(page, resident.token)
    const edge = sheet(page).getByRole('link', { name: /of the time$/ })
    const scale = sheet(page).getByText(/^profit above/)
    await sheet(page).getByLabel('Stake').fill('100')
    for (const { seconds, payoutBps } of periods) {
      await sheet(page)
        .getByRole('radio', { name: new RegExp(`^${seconds}s `) })
        .press('Space')
      await expect(edge).toContainText(`${(breakEvenOf(payoutBps) * 100).toFixed(2)}%`)
      await expect(sheet(page).getByText(`−${(-meanOfExample(payoutBps)).toFixed(2)} USDT`)).toBeVisible()
      await expect(scale).toBeVisible()
      await expect(scale).toContainText(`${(breakEvenOf(payoutBps) * 100).toFixed(2)}%`)
    }
    await expect(sheet(page).getByText(/^\d\d:\d\d:\d\d, 5 minutes after acceptance$/)).toBeVisible()
    // On a low screen the scale and the stakes to choose from give way, and the edge never.
    await page.setViewportSize({ width: 360, height: 640 })
    await expect(scale).toBeHidden()
    await expect(sheet(page).getByRole('group', { name: 'Preset amounts' })).toBeHidden()
    await expect(sheet(page).getByText('Average at a 50% win rate')).toBeInViewport()
    await edge.click()
    await expect(page.getByRole('heading', { level: 2, name: 'Costs and expected value' })).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'BTC/USDT')).toBeVisible()
    await expect(sheet(page)).toBeHidden()
  })

  test('closes after the purchase, whose card leads to a verified receipt, or one that names the difference; Back leaves it', async ({
    page,
    server,
  }) => {
    const { token } = await createTrader(server)
    await openSheet(page, token)
    const cards = page.getByRole('main').getByRole('listitem')
    for (const count of [1, 2]) {
      if (count > 1) await page.getByRole('button', { name: /^Down\b/ }).click()
      await sheet(page).getByLabel('Stake').fill('100')
      await sheet(page)
        .getByRole('button', { name: / · 100 USDT/ })
        .click()
      await expect(sheet(page)).toBeHidden()
      await expect(cards.getByRole('timer')).toHaveCount(count)
    }
    const [card] = [cards.filter({ hasText: 'Down' })]
    await expect(card).toContainText(/Entry[\d,.]+/)
    await expect(card).toContainText(/Mark(Ahead|Behind|Level)/)
    await expect(card).toContainText(`Payout if won${(100 * (1 + payoutBps / 10_000)).toFixed(2)} USDT`)
    await expect(card).toBeInViewport()
    await passPeriod(server, token)
    await expect(card.getByText(/^(Won|Lost|Tie, stake refunded)$/)).toBeVisible()
    await card.getByRole('button', { name: 'Receipt' }).click()
    await expect(sheet(page).getByText('Verified', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()

    await page.route('**/api/microtrade/receipt*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace(/"payout":"[^"]*"/, '"payout":"1.000000"'),
      })
    })
    await card.getByRole('button', { name: 'Receipt' }).click()
    await expect(sheet(page).getByText('Does not match the record')).toBeVisible()
    await expect(sheet(page).getByText('The payout does not match the terms.')).toBeVisible()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(heading(page, 'BTC/USDT')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })
})

/** Whether a tap at its centre would hit it. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met !== null && element.contains(met)
  })

test('above a keyboard a sheet keeps field, max loss and button visible, unless text is too large', async ({
  page,
  resident,
}) => {
  await keepToken(page, resident)
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  const kinds = page.getByRole('group', { name: 'What to trade' })
  const forms = [
    {
      kind: 'Options',
      open: /^Up\b/,
      fields: ['Stake'],
      loss: /^Max loss/,
      button: /^Enter an amount|^Up\b/,
    },
    {
      kind: 'Contracts',
      open: /^Long/,
      fields: ['Size', 'Stop loss'],
      loss: /^Max loss/,
      button: /^Enter a size|^Open long/,
    },
  ]
  for (const { kind, open, fields, loss, button } of forms) {
    await page.setViewportSize({ width: 390, height: 844 })
    await kinds.getByRole('radio', { name: kind, exact: true }).press('Space')
    await page.getByRole('button', { name: open }).click()
    await page.setViewportSize({ width: 390, height: 430 })
    for (const field of fields) {
      const input = sheet(page).getByLabel(field, { exact: true })
      await input.fill('1')
      for (const each of [input, sheet(page).getByText(loss), sheet(page).getByRole('button', { name: button })]) {
        await expect.poll(() => isOnTop(each), `${field}: ${each}`).toBe(true)
      }
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => isOnTop(sheet(page).getByRole('button', { name: button }))).toBe(false)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
  }
})
