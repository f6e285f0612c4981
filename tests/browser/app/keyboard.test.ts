import type { Page } from '@playwright/test'
import { payPassword } from '../../../src/api/account/safe.ts'
import { addAddress } from '../../../src/api/money/withdrawal.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import { LOAN, WITHDRAW } from '../../../src/ui/router/places.ts'
import { becomeKnown, borrow, call, createTrader, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { wordsIn } from '../kit/labels.ts'
import { openBy, PARTS, type Sheet, seeEverything, seeSheets } from '../kit/sights.ts'

/** What a keyboard leaves of three phones. */
const LEFT = [
  [390, 500],
  [360, 460],
  [320, 400],
] as const
const WHOLE = { width: 390, height: 844 }

/** The fields of the forms on the screen, one after the other in focus: whether each is in sight, and the button of its form. */
const faultsHere = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = document.querySelector('[role="dialog"]') ?? document.body
    const frame = () => new Promise(requestAnimationFrame)
    const faults: string[] = []
    const isInSight = (element: Element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return false
      const met = document.elementFromPoint(left + width / 2, top + height / 2)
      return met !== null && (element.contains(met) || met.contains(element))
    }
    const typed =
      'input:not([type="radio"], [type="checkbox"], [type="file"], [type="range"], [type="search"]), textarea'
    for (const field of root.querySelectorAll<HTMLInputElement>(`form :is(${typed})`)) {
      if (!field.checkVisibility({ visibilityProperty: true }) || field.disabled) continue
      field.blur()
      field.focus()
      for (let waited = 0; waited < 4; waited += 1) await frame()
      const name = field.labels?.[0]?.textContent ?? field.name
      if (!isInSight(field)) faults.push(`${name}: the field is hidden`)
      const button = field.form?.querySelector('button[type="submit"]')
      if (button && !isInSight(button)) faults.push(`${name}: the button is hidden`)
    }
    return faults
  })

async function faultsOf(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of LEFT) {
    await page.setViewportSize({ width, height })
    found.push(...(await faultsHere(page)).map((fault) => `${what} at ${width}x${height}: ${fault}`))
  }
  await page.setViewportSize(WHOLE)
  return found
}

for (const part of PARTS) {
  test(`above a keyboard each field on ${part} is in sight, and its button`, async ({ page, trader, faults }) => {
    faults.allow(REFUSED)
    await page.setViewportSize(WHOLE)
    await page.goto('/')
    const t = wordsIn('en')
    expect(await seeEverything({ page, trader, t, look: (what) => faultsOf(page, what) }, [part])).toEqual([])
  })
}

const act = (button: string): Sheet => ({
  what: button,
  place: '/pages/order/contract',
  open: (page) => openBy(page.getByRole('listitem').getByRole('button', { name: button, exact: true }).first()),
})

test('above a keyboard the fields of an open contract are in sight, and a key sends nothing', async ({
  page,
  server,
}) => {
  const trader = await createTrader(server)
  await call(
    server.url,
    lever.submit,
    {
      ...{ symbol: 'BTCUSDT', direction: 'long', type: 'market', leverage: 5, quantity: '0.05' },
      requestId: 'a-contract-above-a-keyboard',
    },
    trader.token,
  )
  await page.setViewportSize(WHOLE)
  await page.addInitScript((kept) => localStorage.setItem('token', kept), trader.token)
  await page.goto('/')
  const t = wordsIn('en')
  const sheets = (['lever.button.close', 'lever.button.stops', 'lever.button.margin'] as const).map((key) =>
    act(t[key]),
  )
  const unused = trader as never
  expect(await seeSheets({ page, trader: unused, t, look: (what) => faultsOf(page, what) }, sheets)).toEqual([])

  await page.goto('/#/pages/order/contract')
  await page.getByRole('button', { name: t['orders.new'], exact: true }).first().click()
  await page.getByRole('button', { name: t['lever.direction.long'], exact: true }).click()
  const sheet = page.getByRole('dialog')
  await page.setViewportSize({ width: 360, height: 460 })
  await sheet.getByLabel('Size', { exact: true }).fill('0.01')
  await expect(sheet.locator('button[type="submit"]')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(sheet.getByLabel('Take profit', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByLabel('Stop loss', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByLabel('Stop loss', { exact: true })).not.toBeFocused()
  await expect(sheet).toBeVisible()
})

test('above a keyboard the fields of a withdrawal, of its confirmation and of a new address are in sight', async ({
  page,
  server,
}) => {
  const token = await registerName(server.url, newName())
  await becomeKnown(server, token)
  const password = 'Money Leaves 1'
  const set = { action: 'set' as const, password, confirm: password, proof: { password: PASSWORD } }
  await call(server.url, payPassword, set, token)
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  await call(server.url, addAddress, { network: 'ethereum', address, label: '', payPassword: password }, token)
  await page.setViewportSize(WHOLE)
  await page.addInitScript((kept) => localStorage.setItem('token', kept), token)
  await page.goto('/')
  const t = wordsIn('en')
  const name = (label: string) => ({ name: label, exact: true })
  const sheets: Sheet[] = [
    {
      what: 'the amount',
      place: WITHDRAW,
      open: () => page.getByLabel(t['withdrawal.amount'], { exact: true }).fill('500'),
    },
    {
      what: 'the confirmation',
      place: WITHDRAW,
      open: async () => {
        await page.getByLabel(t['withdrawal.amount'], { exact: true }).fill('500')
        await openBy(page.getByRole('button', { name: t['action.continue'] }))
      },
    },
    {
      what: 'a new address',
      place: WITHDRAW,
      open: async () => {
        await page.getByRole('button', { name: t['action.change'] }).click()
        await page.getByRole('dialog').getByRole('button', name(t['withdrawal.add'])).click()
        await page.getByLabel(t['withdrawal.address'], { exact: true }).fill(address)
      },
    },
  ]
  const unused = { token } as never
  expect(await seeSheets({ page, trader: unused, t, look: (what) => faultsOf(page, what) }, sheets)).toEqual([])
})

test.describe('keyboard: a loan', () => {
  test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

  test('above a keyboard the repaid amount and its button are visible', async ({ page, quick }) => {
    const trader = await createTrader(quick)
    const { id } = await borrow(quick, trader.token, '2000')
    await page.setViewportSize(WHOLE)
    await page.addInitScript((kept) => localStorage.setItem('token', kept), trader.token)
    await page.goto('/')
    const t = wordsIn('en')
    const repay: Sheet = {
      what: 'repaying a loan',
      place: `${LOAN}?id=${id}`,
      open: (there) => openBy(there.getByRole('button', { name: t['loan.repay'], exact: true })),
    }
    const unused = trader as never
    expect(await seeSheets({ page, trader: unused, t, look: (what) => faultsOf(page, what) }, [repay])).toEqual([])
  })
})
