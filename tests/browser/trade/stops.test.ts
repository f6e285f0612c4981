import type { Locator, Page } from '@playwright/test'
import * as lever from '../../../src/api/trade/lever.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createTrader, keepBars, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

const knob = (page: Page, name: string) => page.getByRole('slider', { name })
const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags a handle by some pixels, and returns its label on the way. */
async function pull(page: Page, name: string, by: number): Promise<string> {
  // A price that comes meanwhile may move the whole chart: then the hand did not meet the knob.
  await expect(async () => {
    await page.mouse.up()
    await knob(page, name).hover()
    await page.mouse.down()
    expect(await page.locator('[data-moving]').count()).toBe(1)
  }).toPass()
  const { x, y } = await middleOf(knob(page, name))
  await page.mouse.move(x, y + by / 2)
  await page.mouse.move(x, y + by)
  const said = (await knob(page, name).getAttribute('aria-valuetext')) ?? ''
  await page.mouse.up()
  return said
}

test('stops are pulled off the entry on the chart, moved by hand or keys, and asked for in their sheet', async ({
  page,
  server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await keepBars(page)
  const order = { symbol: 'BTCUSDT', direction: 'long', type: 'market', quantity: '0.1', leverage: 10 } as const
  await call(server.url, lever.submit, { ...order, requestId: 'a-contract-with-stops' }, account.token)
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  const entry = 'Drag a stop loss or take profit from the entry'
  await expect(knob(page, entry)).toBeVisible()
  await knob(page, entry).scrollIntoViewIfNeeded()

  const said = await pull(page, entry, 60)
  expect(said).toMatch(/^Stop loss [\d,.]+ · Est\. P&L −[\d,.]+ USDT$/)
  const sheet = page.getByRole('dialog')
  const stopLoss = sheet.getByLabel('Stop loss')
  const asked = said.match(/[\d,.]+/)?.[0].replaceAll(',', '') ?? ''
  await expect(stopLoss).toHaveValue(new RegExp(`^${asked.replace(/\.?0+$/, '')}`))
  await sheet.getByRole('button', { name: 'Set TP/SL' }).click()
  await expect(sheet).toHaveCount(0)

  // Above the price a long position has no stop loss: the drag shows it, and the sheet refuses.
  await expect(knob(page, 'Move the stop loss')).toBeVisible()
  expect(await pull(page, 'Move the stop loss', -160)).toMatch(/cannot be above the entry price/)
  await expect(sheet.getByText(/cannot be above the entry price/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Set TP/SL' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(sheet).toHaveCount(0)

  const stop = knob(page, 'Move the stop loss')
  await stop.focus()
  const before = Number(await stop.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowDown')
  const below = Number(await stop.getAttribute('aria-valuenow'))
  expect(below).toBeLessThan(before)
  await page.keyboard.press('Escape')
  await expect(stop).toHaveAttribute('aria-valuenow', String(before))
  await page.keyboard.press('PageDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(stopLoss).toBeVisible()
  await sheet.getByRole('button', { name: 'Set TP/SL' }).click()
  await expect(sheet).toHaveCount(0)
  await expect.poll(async () => Number(await stop.getAttribute('aria-valuenow'))).toBeLessThan(before)
  await expectNoOverflow(page)
})
