import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createAccount, keepBars, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

const CHART = '/#/pages/kline/index?symbol=BTCUSDT'
const knob = (page: Page, name: string) => page.getByRole('slider', { name })

test('a person draws lines on a chart, moves and removes them, and finds them again, which another does not', async ({
  page,
  server,
  resident,
}) => {
  await keepBars(page)
  await keepToken(page, resident)
  await page.goto(CHART)
  const sheet = page.getByRole('dialog')
  const draw = async (name: string) => {
    await page.getByRole('button', { name: 'Indicators · Lines' }).click()
    await sheet.getByRole('button', { name }).click()
    await expect(sheet).toHaveCount(0)
  }
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /last .* high .* low/)
  await draw('Draw a horizontal line')
  await draw('Draw a trend line')
  const level = knob(page, 'Move the horizontal line')
  const begin = knob(page, 'Move the start of the trend line')
  await expect(begin).toBeVisible()
  await expect(knob(page, 'Move the end of the trend line')).toBeVisible()
  const priceOf = async () => Number(await level.getAttribute('aria-valuenow'))

  // A price that comes meanwhile may move the whole chart: then the hand did not meet the knob.
  const first = await priceOf()
  await expect(async () => {
    await page.mouse.up()
    await level.hover()
    await page.mouse.down()
    expect(await page.locator('[data-moving]').count()).toBe(1)
  }).toPass()
  const at = await level.boundingBox()
  if (!at) throw new Error('the line is not on screen')
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2 + 30, { steps: 3 })
  await page.mouse.up()
  const pulled = await priceOf()
  expect(pulled).toBeLessThan(first)
  await level.focus()
  await page.keyboard.press('ArrowUp')
  const moved = await priceOf()
  expect(moved).toBeGreaterThan(pulled)
  const place = await begin.boundingBox()
  await begin.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  expect((await begin.boundingBox())?.x).toBeGreaterThan((place?.x ?? 0) + 3)
  await expectAccessible(page)
  await expectNoOverflow(page)

  await page.reload()
  await expect.poll(priceOf).toBe(moved)
  await page.getByRole('button', { name: 'Indicators · Lines' }).click()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Remove: Level/ }).click()
  await expect(sheet.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(level).toHaveCount(0)

  await keepToken(page, await createAccount(server.url))
  await page.goto(CHART)
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /last .* high .* low/)
  await expect(page.getByRole('slider')).toHaveCount(0)
  await keepToken(page, resident)
  await page.goto(CHART)
  await expect(begin).toBeVisible()
  await begin.focus()
  await page.keyboard.press('Delete')
  await expect(begin).toHaveCount(0)
})
