import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../runner/own-folder.ts'
import { expect, test } from '../kit/fixtures.ts'
import { type ServerProcess, startServerProcess } from '../kit/server.ts'

let server: ServerProcess

test.beforeAll(async () => {
  const folder = newFolder()
  const begun = Date.UTC(2026, 0, 1)
  const rows = Array.from({ length: 600 }, (_, second) =>
    [second, (43_000 + second / 100).toFixed(2), '0.01', '430', begun + second * 1_000, 'true', 'true'].join(','),
  )
  writeFileSync(join(folder, 'BTCUSDT-trades-2026-01-01.csv'), rows.join('\n'))
  server = await startServerProcess({ MARKET: `replay:${folder}` })
})
test.afterAll(() => server.dispose())

test('a replayed market is labelled, and has only recorded prices', async ({ page }) => {
  await page.goto(`${server.url}/#/pages/market/index`)
  const rows = page.getByRole('list', { name: 'Markets' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Bitcoin')
  await expect(page.getByText('Prices are replayed from a recording')).toBeVisible()
  await page.getByRole('tab', { name: 'Metals' }).click()
  await expect(page.getByText('Not available from this price source')).toBeVisible()

  await page.goto(`${server.url}/#/pages/kline/index?symbol=ETHUSDT`)
  await expect(page.getByText('This market does not exist')).toBeVisible()
  await page.goto(`${server.url}/#/pages/kline/index`)
  await expect(page.getByRole('application')).toHaveAccessibleName(/^BTC\/USDT: last 43,0\d\d\.\d\d/)
  await expect(page.getByRole('main').getByText(/^Live · replayed$/)).toBeVisible()
  // Its trades are those of the recording: each of 0.01, taken by a seller.
  await page.getByRole('group', { name: 'What to trade' }).getByRole('radio', { name: 'Spot' }).check({ force: true })
  await page.getByRole('tab', { name: 'Trades' }).click()
  const tape = page.getByRole('table', { name: 'Trades' }).locator('tbody').getByRole('row')
  await expect(tape.first()).toHaveText(/^\d\d:\d\d:\d\dSell43,0\d\d\.\d\d0\.01000$/)
  await expect(page.getByText(/^Trades of others, as reported by the price source/)).toBeVisible()
})
