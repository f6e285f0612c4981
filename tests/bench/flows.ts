import type { Page } from '@playwright/test'
import {
  ACCOUNT,
  ARTICLE,
  ASSETS,
  CHART,
  CONTRACTS,
  DEPOSIT,
  HELP,
  HOME,
  LANGUAGE,
  MARKETS,
  NEWS,
  ORDERS,
  RECORDS,
  SAVINGS,
  SERVICE,
  SWAP,
  WITHDRAW,
} from '../../src/ui/router/places.ts'
import { hasContent } from './app.ts'

/** What a person does on a page. */
export type Flow = {
  name: string
  /** The place where it begins. */
  at: string
  /** Whether a quick run has it. */
  quick?: true
  act(page: Page): Promise<void>
}

const BTC = `${CHART}?symbol=BTCUSDT`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const sheet = (page: Page) => page.getByRole('dialog')
const option = (page: Page, group: string, text: string | RegExp) =>
  page.getByRole('group', { name: group, exact: true }).locator('label').filter({ hasText: text })
const tabBar = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const isClosed = (page: Page) => sheet(page).waitFor({ state: 'detached' })

/** What people do most. Each round leaves the account as the next one needs it: swaps, for example, wait for open trades to end. */
export const flows: readonly Flow[] = [
  {
    name: 'change tabs',
    at: HOME,
    act: async (page) => {
      for (const name of ['Markets', 'Trade', 'Arbitrage', 'Assets', 'Account', 'Home']) {
        await tabBar(page, name).tap()
        await hasContent(page)
      }
    },
  },
  {
    name: 'open a market and go back',
    at: MARKETS,
    quick: true,
    act: async (page) => {
      await page.getByRole('link', { name: /^BTC Bitcoin/ }).tap()
      await title(page, 'BTC/USDT')
      await hasContent(page)
      await button(page, 'Back').tap()
      await title(page, 'Markets')
    },
  },
  {
    name: 'sort the markets',
    at: MARKETS,
    act: async (page) => {
      for (const name of [/^Price/, /^Price/, /^24h/]) await button(page, name).tap()
      await page.getByRole('tab', { name: 'Forex' }).tap()
    },
  },
  {
    name: 'search the markets',
    at: MARKETS,
    act: async (page) => {
      const search = page.getByRole('searchbox', { name: 'Search markets' })
      await search.tap()
      await search.pressSequentially('gold', { delay: 100 })
      await search.press('Control+A')
      await search.press('Backspace')
    },
  },
  {
    name: 'change the chart’s interval',
    at: BTC,
    act: async (page) => {
      for (const name of ['1 hour', '15 minutes', '1 day']) await option(page, 'Interval', name).tap()
      await button(page, 'Go to the latest candle').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'change the chart’s indicators',
    at: BTC,
    act: async (page) => {
      await option(page, 'Interval', /^5m/).tap()
      await button(page, /^Indicators/).tap()
      await sheet(page).locator('label').filter({ hasText: 'RSI' }).tap()
      await page.keyboard.press('Escape')
      await isClosed(page)
    },
  },
  {
    name: 'open and close a sheet',
    at: BTC,
    act: async (page) => {
      // The previous round left the chart at contracts.
      await option(page, 'What to trade', 'Options').tap()
      await button(page, /^Up\b/).tap()
      await sheet(page).getByLabel('Stake').waitFor()
      await sheet(page).getByRole('button', { name: 'Close' }).tap()
      await isClosed(page)
    },
  },
  {
    name: 'type an amount to swap',
    at: SWAP,
    act: async (page) => {
      const amount = page.getByRole('form', { name: 'Swap currencies' }).getByLabel('Amount')
      await amount.tap()
      await amount.pressSequentially('400.25', { delay: 100 })
      await button(page, /^Swap 400\.25 USDT/).waitFor()
      await amount.press('Control+A')
      await amount.press('Backspace')
    },
  },
  {
    name: 'swap',
    at: SWAP,
    act: async (page) => {
      await button(page, /^You receive: /).tap()
      await sheet(page).getByRole('button', { name: /^ETH/ }).tap()
      await isClosed(page)
      await page.getByRole('form', { name: 'Swap currencies' }).getByLabel('Amount').tap()
      await page.keyboard.type('40', { delay: 100 })
      await button(page, /^Swap 40 USDT for about/).tap()
      await sheet(page)
        .getByRole('button', { name: /^Swap 40 USDT to ETH$/ })
        .tap()
      await sheet(page).getByText('Swapped', { exact: true }).waitFor()
      await sheet(page).getByRole('button', { name: 'Close', exact: true }).first().tap()
      await isClosed(page)
    },
  },
  {
    name: 'fill in a withdrawal',
    at: WITHDRAW,
    act: async (page) => {
      await page.getByRole('form', { name: 'Withdraw', exact: true }).getByLabel('Amount', { exact: true }).tap()
      await page.keyboard.type('50', { delay: 100 })
      await button(page, /^Continue/).waitFor()
    },
  },
  {
    name: 'buy an option',
    at: BTC,
    quick: true,
    act: async (page) => {
      await button(page, /^Up\b/).tap()
      await sheet(page).locator('label').filter({ hasText: /^30s/ }).tap()
      const stake = sheet(page).getByLabel('Stake')
      await stake.tap()
      await stake.press('Control+A')
      await stake.pressSequentially('100', { delay: 100 })
      await sheet(page)
        .getByRole('button', { name: / · 100 USDT/ })
        .tap()
      await isClosed(page)
      await page.getByRole('timer').first().waitFor()
    },
  },
  {
    name: 'open a contract',
    at: BTC,
    act: async (page) => {
      await option(page, 'What to trade', 'Contracts').tap()
      await button(page, /^Long/).tap()
      const size = sheet(page).getByLabel('Size', { exact: true })
      await size.tap()
      await size.pressSequentially('0.01', { delay: 100 })
      await sheet(page)
        .getByRole('button', { name: /^Open long · / })
        .tap()
      await isClosed(page)
    },
  },
  {
    name: 'close a contract',
    at: CONTRACTS,
    act: async (page) => {
      const cards = page.getByRole('listitem').filter({ hasText: 'Long' })
      await cards.first().getByRole('button', { name: 'Close', exact: true }).tap()
      await sheet(page)
        .getByRole('button', { name: /^Close [\d.]+ BTC/ })
        .tap()
      await isClosed(page)
    },
  },
  {
    name: 'look through the orders',
    at: ORDERS,
    act: async (page) => {
      await page.getByRole('tab', { name: 'History' }).tap()
      await page.getByRole('region', { name: 'History' }).getByRole('listitem').first().getByRole('button').tap()
      await sheet(page).waitFor()
      await sheet(page).getByRole('button', { name: 'Close', exact: true }).first().tap()
      await isClosed(page)
    },
  },
  {
    name: 'fill in a deposit',
    at: DEPOSIT,
    quick: true,
    act: async (page) => {
      await page.getByRole('form', { name: 'Deposit' }).getByLabel('Amount').tap()
      // A deposit raises the trading requirement. This is little enough for the swap to meet it before the next withdrawal.
      await page.keyboard.type('100', { delay: 100 })
      await button(page, 'Send 100 paper USDT').tap()
      await page.getByText('100.00 USDT arriving').first().waitFor()
      await page.getByRole('tab', { name: 'Bank transfer' }).tap()
    },
  },
  {
    name: 'filter the records and read on',
    at: RECORDS,
    quick: true,
    act: async (page) => {
      await button(page, /^Filter/).tap()
      await sheet(page).getByLabel('Type', { exact: true }).selectOption({ index: 1 })
      await sheet(page).getByRole('button', { name: 'Show records' }).tap()
      await isClosed(page)
      await button(page, /^Remove filter/)
        .first()
        .tap()
      await page.mouse.wheel(0, 2_000)
      await page.getByRole('main').getByRole('listitem').nth(30).getByRole('button').tap()
      await sheet(page).waitFor()
      await sheet(page).getByRole('button', { name: 'Close' }).first().tap()
      await isClosed(page)
    },
  },
  {
    name: 'look at a fixed-term deposit',
    at: ASSETS,
    act: async (page) => {
      await page.locator(`a[href="#${SAVINGS}"]`).first().tap()
      await title(page, 'Fixed-term deposits')
      await button(page, /7 days/).tap()
      await sheet(page).getByLabel('Amount', { exact: true }).tap()
      await page.keyboard.type('1000', { delay: 100 })
      await page.keyboard.press('Escape')
      await isClosed(page)
    },
  },
  {
    name: 'change the theme',
    at: ACCOUNT,
    act: async (page) => {
      for (const name of ['Dark', 'Light', 'System']) await option(page, 'Theme', name).tap()
    },
  },
  {
    name: 'change the language',
    at: LANGUAGE,
    act: async (page) => {
      for (const [name, lang] of [
        ['Español', 'es'],
        ['English', 'en'],
      ] as const) {
        await page.locator('label').filter({ hasText: name }).tap()
        await page.locator(`html[lang^="${lang}"]`).waitFor()
      }
    },
  },
  {
    name: 'read an article',
    at: NEWS,
    act: async (page) => {
      await page.locator(`main a[href*="${ARTICLE}"]`).first().tap()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await page.mouse.wheel(0, 1_000)
      await page.goBack()
    },
  },
  {
    name: 'search the help',
    at: HELP,
    act: async (page) => {
      await page.getByRole('searchbox').tap()
      await page.keyboard.type('cash out', { delay: 100 })
      await page.getByRole('list', { name: 'Guides' }).getByRole('link').first().tap()
      await page.getByRole('heading', { level: 2, name: 'How to withdraw' }).waitFor()
    },
  },
  {
    name: 'write to customer service',
    at: SERVICE,
    act: async (page) => {
      const field = page.getByRole('textbox', { name: 'Write a message' })
      await field.tap()
      await field.pressSequentially('Where is my deposit?', { delay: 50 })
      await button(page, 'Send').tap()
      await page.getByText('Delivered').last().waitFor()
    },
  },
]
