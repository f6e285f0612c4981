import type { Locator, Page } from '@playwright/test'
import { HELP, isWayIn, LOGIN, PLAN, SAVINGS, STRATEGY_START } from '../../../src/ui/router/places.ts'
import { routes } from '../../../src/ui/router/routes.ts'
import { newName, PASSWORD } from './api.ts'
import { expect, type Trader } from './fixtures.ts'
import type { Labels } from './labels.ts'
import { goTo, isThere } from './places.ts'

const CHART = '/pages/kline/index?symbol=BTCUSDT'
const NONE = '/pages/none'
export const guestPlaces = [
  ...routes.filter(({ guard }) => guard === 'public').map(({ path }) => path),
  `${LOGIN}?view=create`,
  '/pages/kline/index?symbol=NONE',
  `${HELP}?slug=costs`,
  NONE,
]
export const ownPlaces = routes.map(({ path }) => path).filter((path) => !isWayIn(path))

export type Sheet = { what: string; place: string; open: (page: Page, t: Labels, trader: Trader) => Promise<unknown> }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inSheet = (page: Page) => page.getByRole('dialog')

/** Opens a sheet by a button, and waits for it: it is rendered after the tap's next paint. */
export async function openBy(opener: Locator): Promise<void> {
  await opener.click()
  await expect(inSheet(opener.page())).toBeVisible()
}

/** Takes the first step of a new account, without the draft of an earlier one. */
async function toConfirm(page: Page, t: Labels): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('kept.drafts'))
  await page.reload()
  await isThere(page)
  await page.getByLabel(t['login.username'], { exact: true }).fill(newName())
  for (const label of [t['login.password'], t['register.confirm']]) {
    await page.getByLabel(label, { exact: true }).fill(PASSWORD)
  }
  await button(page, t['action.continue']).click()
}

const guestSheets: Sheet[] = [
  {
    what: 'what a form says of its fields',
    place: LOGIN,
    open: (page, t) => page.getByRole('form').getByRole('button', { name: t['action.signIn'], exact: true }).click(),
  },
  {
    what: 'what the form of a new account says of its fields',
    place: `${LOGIN}?view=create`,
    open: (page, t) => button(page, t['action.continue']).click(),
  },
  {
    what: 'the last step of a new account',
    place: `${LOGIN}?view=create`,
    open: async (page, t) => {
      await toConfirm(page, t)
      await page.getByLabel(t['register.email'], { exact: true }).fill(`${newName()}@example.com`)
      await button(page, t['register.send']).click()
      await button(page, t['register.fillIn']).click()
      await expect(page.getByRole('checkbox')).toHaveCount(2)
    },
  },
  {
    what: 'the list of countries',
    place: `${LOGIN}?view=create`,
    open: async (page, t) => {
      await toConfirm(page, t)
      await button(page, t['register.use.sms']).click()
      await page.getByRole('button', { name: `${t['register.country']}: ` }).click()
      await expect(inSheet(page).getByRole('listitem').nth(200)).toBeAttached()
    },
  },
  {
    what: 'a search that finds nothing',
    place: '/pages/market/index',
    open: (page) => page.getByRole('searchbox').fill('nothing'),
  },
]

const ownSheets: Sheet[] = [
  {
    what: 'the sheet that buys an option',
    place: CHART,
    open: async (page, t) => {
      await page.getByRole('button', { name: t['orders.direction.fall'] }).click()
      await inSheet(page).getByLabel(t['orders.stake'], { exact: true }).fill('1250')
      await button(page, t['receipt.rule']).click()
    },
  },
  {
    what: 'the sheet with an amount that is too low',
    place: CHART,
    open: async (page, t) => {
      await page.getByRole('button', { name: t['orders.direction.fall'] }).click()
      await inSheet(page).getByLabel(t['orders.stake'], { exact: true }).fill('3')
    },
  },
  {
    what: 'the sheet that opens a contract',
    place: '/pages/order/contract',
    open: async (page, t) => {
      await button(page, t['orders.new']).first().click()
      await button(page, t['lever.direction.long']).click()
      await inSheet(page).getByLabel(t['orders.size'], { exact: true }).fill('1')
    },
  },
  {
    what: 'the sheet that buys a coin',
    place: '/pages/order/trade',
    open: async (page, t) => {
      await button(page, t['orders.new']).first().click()
      await inSheet(page).getByRole('radio', { name: t['lever.kind.spot'], exact: true }).check()
      await button(page, t['spot.side.buy']).click()
      await inSheet(page).getByRole('radio', { name: t['lever.type.limit'], exact: true }).check()
      await inSheet(page).getByLabel(t['orders.size'], { exact: true }).fill('1')
    },
  },
  {
    what: 'the sheet that buys a pair in lots',
    place: '/pages/whdetail/order',
    open: async (page, t) => {
      await button(page, t['orders.new']).first().click()
      await button(page, t['spot.side.buy']).click()
      await inSheet(page).getByLabel(t['forex.lots'], { exact: true }).fill('1')
    },
  },
  {
    what: 'the sheet that closes a position in lots',
    place: '/pages/whdetail/order',
    open: async (page, t, { position }) => {
      await position()
      // The notice that the card was saved has a button of the same name.
      const order = page.getByRole('main').getByRole('listitem')
      await openBy(order.getByRole('button', { name: t['lever.button.close'], exact: true }).first())
    },
  },
  {
    what: 'the sheet that opens a fixed-term deposit',
    place: SAVINGS,
    open: async (page, t) => {
      await page.getByRole('list', { name: t['savings.offer'] }).getByRole('button').nth(2).click()
      await inSheet(page).getByLabel(t['amount.label'], { exact: true }).fill('1000')
    },
  },
  {
    what: 'the form that joins a plan',
    place: `${PLAN}?tier=1`,
    open: async (page, t) => {
      await page.getByLabel(t['plan.amount'], { exact: true }).fill('1250')
      await expect(page.getByText(t['order.maxLoss'], { exact: true })).toBeAttached()
    },
  },
  {
    what: 'how the rates of a plan are drawn',
    place: `${PLAN}?tier=1`,
    open: async (page, t) => {
      await button(page, t['plan.how']).click()
      await expect(inSheet(page).getByText(t['plan.history'], { exact: true })).toBeVisible()
    },
  },
  {
    what: 'the form that starts a grid',
    place: `${STRATEGY_START}?type=grid`,
    open: async (page, t) => {
      await page.getByLabel(t['strategy.amount.grid'], { exact: true }).fill('1250')
      await expect(page.getByText(t['order.maxLoss'], { exact: true })).toBeAttached()
    },
  },
  {
    what: 'the form that starts a recurring buy',
    place: `${STRATEGY_START}?type=recurring`,
    open: async (page, t) => {
      await page.getByLabel(t['strategy.amount.recurring'], { exact: true }).fill('50')
      await expect(page.getByText(t['strategy.worst.recurring'], { exact: true })).toBeAttached()
    },
  },
  {
    what: 'a bank card that is saved',
    place: '/pages/me/bank',
    open: async (page, t, { position }) => {
      await position()
      await expect(button(page, t['bank.edit'])).toBeVisible()
    },
  },
  {
    what: 'the indicators',
    place: CHART,
    open: async (page, t) => {
      await page.locator('[type="radio"][value="15m"]').first().press('Space')
      await openBy(button(page, `${t['kline.indicators']} · ${t['kline.lines']}`))
    },
  },
  {
    what: 'a price alert',
    place: CHART,
    open: async (page, t) => {
      await button(page, t['alerts.title']).click()
      await inSheet(page).getByLabel(t['price.label'], { exact: true }).fill('1')
    },
  },
  {
    what: 'a record',
    place: '/pages/order/finance',
    open: async (page, t) => {
      await page.getByRole('button', { name: t['records.paperGrant'] }).click()
      await expect(inSheet(page).getByText(t['action.report'])).toBeVisible()
    },
  },
  {
    what: 'records that a filter leaves out',
    place: '/pages/order/finance?from=2020-01-01&to=2020-01-31',
    open: (page, t) => expect(page.getByText(t['records.noMatch'])).toBeVisible(),
  },
  {
    what: 'the order book of a pair',
    place: CHART,
    open: async (page, t) => {
      await page.getByRole('radio', { name: t['lever.kind.spot'], exact: true }).press('Space')
      const best = page.locator('tbody').first().getByRole('cell').first()
      await best.scrollIntoViewIfNeeded()
      await expect(best).not.toHaveText('')
    },
  },
  {
    what: 'the trades of a pair',
    place: CHART,
    open: async (page, t) => {
      await page.getByRole('radio', { name: t['lever.kind.spot'], exact: true }).press('Space')
      await page.getByRole('tab', { name: t['tape.title'], exact: true }).click()
      await page.getByRole('tabpanel').scrollIntoViewIfNeeded()
      await expect(page.locator('tbody').getByRole('row').nth(3)).toBeVisible()
    },
  },
  { what: 'signing out', place: '/pages/me/index', open: (page, t) => openBy(button(page, t['account.signOut'])) },
  {
    what: 'changing the password',
    place: '/pages/me/security',
    open: async (page, t) => {
      await button(page, t['password.title']).click()
      await page.getByRole('dialog').getByRole('button', { name: t['password.submit'], exact: true }).click()
    },
  },
  {
    what: 'what has ended',
    place: '/pages/order/trade?tab=history',
    open: async (page, t, { ended }) => {
      const { state } = await ended()
      const history = page.getByRole('region', { name: t['orders.history'] })
      await expect(history.getByText(t[`orders.result.${state}`]).last()).toBeVisible()
      await expect(history.getByText(t['orders.staked'])).toBeVisible()
    },
  },
  {
    what: 'an empty history of what was asked for',
    place: '/pages/order/trade?tab=history&market=forex&result=returned',
    open: (page, t) => expect(page.getByText(t['orders.noMatch'])).toBeVisible(),
  },
  {
    what: 'a receipt',
    place: '/pages/me/index',
    open: async (page, t, { ended }) => {
      await goTo(page, `/pages/order/trade?receipt=${(await ended()).id}`)
      await expect(inSheet(page).getByText(t['receipt.verdict.verified'])).toBeVisible()
    },
  },
]

type Sights = {
  page: Page
  trader: Trader
  /** The texts of the language shown. */
  t: Labels
  /** Checks the current page, and returns its faults. */
  look: (what: string) => Promise<string[]>
}

/** What there is to see. A test of both takes minutes on a slow machine. */
export const PARTS = ['pages', 'sheets'] as const
type Part = (typeof PARTS)[number]

/**
 * Visits every page and opens every sheet, as a guest and then signed in, by navigation within one browser page.
 * Begins anywhere in the app and ends signed in.
 *
 * @param parts both, or one of them
 */
export async function seeEverything(sights: Sights, parts: readonly Part[] = PARTS): Promise<string[]> {
  const { page, trader } = sights
  const see = async (places: readonly string[], sheets: readonly Sheet[]) => [
    ...(parts.includes('pages') ? await seePlaces(sights, places) : []),
    ...(parts.includes('sheets') ? await seeSheets(sights, sheets) : []),
  ]
  const found = await see(guestPlaces, guestSheets)
  await page.evaluate((kept) => localStorage.setItem('token', kept), trader.token)
  await page.reload()
  found.push(...(await see(ownPlaces, ownSheets)))
  return [...new Set(found)]
}

async function seePlaces({ page, look }: Sights, places: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const place of places) {
    await goTo(page, place)
    await isThere(page)
    found.push(...(await look(place)))
  }
  return found
}

/** Opens sheets, each on its place, and checks it. */
export async function seeSheets({ page, trader, t, look }: Sights, sheets: readonly Sheet[]): Promise<string[]> {
  const found: string[] = []
  for (const { what, place, open } of sheets) {
    await goTo(page, NONE)
    await goTo(page, place)
    await isThere(page)
    await open(page, t, trader)
    found.push(...(await look(what)))
    if ((await inSheet(page).count()) > 0) await page.keyboard.press('Escape')
    await expect(inSheet(page)).toHaveCount(0)
  }
  return found
}
