import { join } from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import { submit } from '../../../src/api/trade/lever.ts'
import { call, createTrader, keepToken } from './api.ts'
import { findChrome } from './chrome.ts'
import { startServerProcess } from './server.ts'

/** Makes the README's picture from the running app: `npm run screenshot`. */

const PHONE = { width: 390, height: 844 }
const GAP = 24

const server = await startServerProcess()
const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--no-sandbox', '--force-device-scale-factor=2'],
})
const account = await createTrader(server)
const positions = [
  { symbol: 'BTCUSDT', direction: 'long', leverage: 20, quantity: '0.05' },
  { symbol: 'ETHUSDT', direction: 'short', leverage: 10, quantity: '1.2' },
  { symbol: 'SOLUSDT', direction: 'long', leverage: 5, quantity: '10' },
] as const
for (const position of positions) {
  const requestId = `a-position-in-${position.symbol}`
  await call(server.url, submit, { ...position, type: 'market', requestId }, account.token)
}

async function phone(colorScheme: 'light' | 'dark', show: (page: Page) => Promise<void>): Promise<string> {
  const context = await browser.newContext({
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    colorScheme,
    baseURL: server.url,
  })
  const page = await context.newPage()
  await keepToken(page, account)
  await show(page)
  const picture = await page.screenshot({ animations: 'disabled' })
  await context.close()
  return `data:image/png;base64,${picture.toString('base64')}`
}

const chart = async (page: Page) => {
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.locator('canvas').waitFor()
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /last/)
}

const pictures = [
  await phone('light', async (page) => {
    await page.goto('/')
    await page.getByText('Bitcoin').waitFor()
    await page.getByText('3 open now').waitFor()
  }),
  await phone('dark', chart),
  await phone('light', async (page) => {
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await page.getByRole('radio', { name: 'Contracts' }).check()
    await page.getByRole('button', { name: /^Long/ }).click()
    await page.getByRole('dialog').getByLabel('Size', { exact: true }).fill('0.05')
    await expect(page.getByRole('dialog').locator('button[type="submit"]')).toBeEnabled()
  }),
  await phone('light', async (page) => {
    await page.goto('/#/pages/order/trade')
    await page.getByText('SOL/USDT').waitFor()
    await page.getByText(/^ROE/).first().waitFor()
  }),
]

const sheet = await browser.newPage({
  viewport: { width: 4 * (PHONE.width + GAP) + GAP, height: PHONE.height + 2 * GAP },
})
await sheet.setContent(
  `<body style="margin:0;display:flex;gap:${GAP}px;padding:${GAP}px;background:#b8b4a8">${pictures
    .map((picture) => `<img src="${picture}" width="${PHONE.width}" style="border-radius:28px">`)
    .join('')}</body>`,
)
await sheet.screenshot({ path: join(import.meta.dirname, '../../../docs/screenshot.png') })
await browser.close()
await server.dispose()
