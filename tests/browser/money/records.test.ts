import { readFile } from 'node:fs/promises'
import { setZone } from '../../../src/api/account/user.ts'
import { list } from '../../../src/api/money/records.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createAccount, createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'
import { open } from '../kit/places.ts'

test('money that is held leads to its order, is a record with its cause, and adds up in file and statement', async ({
  page,
  server,
}) => {
  const account = await createTrader(server)
  const option = { symbol: 'BTCUSDT', direction: 'fall', currency: 'USDT', amount: '25', seconds: 300 } as const
  await call(server.url, submit, { ...option, requestId: 'an-option-that-is-held' }, account.token)
  await keepToken(page, account)

  await open(page, '/pages/walletrade/index')
  const wallets = page.getByRole('list', { name: 'Wallets' })
  await expect(wallets).toContainText('9,975.00 available, 25.00 in orders')
  const eye = page.getByRole('button', { name: 'Hide amounts' })
  await eye.click()
  await expect(wallets).not.toContainText('00')
  await page.reload()
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  for (const place of ['/pages/walletrade/detail', '/pages/order/finance', '/pages/order/statement']) {
    await open(page, place)
    await expect(page.getByRole('main')).toContainText('••••••')
    await expect(page.getByRole('main')).not.toContainText(/\d\.\d/)
  }
  await open(page, '/pages/walletrade/index')
  await eye.click()
  await expect(wallets.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show 18 small balances' }).click()
  await expect(wallets.getByRole('listitem')).toHaveCount(19)

  // A wallet's value is shown in the selected currency, here and on its own page.
  await page.getByLabel('Show the value in').selectOption('EUR')
  await expect(wallets.getByRole('link', { name: /^USDT/ })).toContainText(/≈ \d,\d{3}\.\d\d EUR/)
  await wallets.getByRole('link', { name: /^USDT/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
  await expect(page.getByLabel('Show the value in')).toHaveValue('EUR')
  await expect(page.getByText(/^≈ \d,\d{3}\.\d\d$/)).toBeVisible()
  await page.getByRole('link', { name: /^Options\s*Order/ }).click()
  await expect(page).toHaveURL(/#\/pages\/order\/trade\?receipt=/)

  await open(page, '/pages/order/finance')
  const main = page.getByRole('main')
  const stake = main.getByRole('button', { name: /^Stake reserved/ })
  await expect(stake).toContainText('25.00')
  await expect(main).toContainText('+10,000.00')
  await expect(main).toContainText('Net, all time · 2 records')
  await expect(main).toContainText('Money in 10,000.00Money out 0.00')
  await expect(page.getByRole('heading', { name: 'today' })).toBeVisible()
  await stake.click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Balance unchanged')).toBeVisible()
  await expect(sheet.getByText('+25.00 USDT')).toBeVisible()
  await expectAccessible(page)
  await expect(sheet.getByRole('link', { name: 'View details' })).toHaveAttribute(
    'href',
    /pages\/order\/trade\?receipt=/,
  )
  const note = sheet.getByRole('textbox', { name: 'Note' })
  await note.fill('Rent, May')
  await sheet.getByRole('button', { name: 'Save note' }).click()
  await expect(sheet.getByText('Note saved')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(stake).toContainText('Rent, May')
  await page.reload()
  await expect(stake).toContainText('Rent, May')

  // By amount, by word and by note; the file is of what was found.
  const search = page.getByRole('searchbox', { name: 'Amount, word or number' })
  const granted = main.getByRole('button', { name: /^Starting paper money/ })
  for (const text of ['-25', 'stake', 'rent']) {
    await search.fill(text)
    await search.press('Enter')
    await expect(granted).toHaveCount(0)
    await expect(stake).toBeVisible()
    await expect(search).toBeFocused()
  }
  await search.fill('nothing of the kind')
  await search.press('Enter')
  await expect(page.getByText('No records for these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: nothing of the kind' }).click()
  await expect(search).toHaveValue('')
  await expect(granted).toBeVisible()

  const filter = page.getByRole('button', { name: /^Filter/ })
  const choose = async (name: string, value: string) => {
    await filter.click()
    await sheet.getByLabel(name, { exact: true }).selectOption(value)
    await sheet.getByRole('button', { name: 'Show records' }).click()
    await expect(sheet).toHaveCount(0)
  }
  await choose('Type', 'Options')
  await expect(page.getByText('Starting paper money')).toBeHidden()
  await expect(stake).toBeVisible()
  // Nothing by the filter: what there would be without a part of it.
  await choose('Currency', 'BTC')
  await expect(page.getByText('No records for these filters')).toBeVisible()
  await expect(page.getByText('Options, BTC. 1 record without BTC')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: BTC' }).click()
  await expect(stake).toBeVisible()
  await filter.click()
  await sheet.getByLabel('Period', { exact: true }).selectOption('Choose dates…')
  await sheet.getByLabel('From', { exact: true }).fill('2020-01-01')
  await sheet.getByLabel('To', { exact: true }).fill('2020-01-31')
  await expect(sheet.getByLabel('To', { exact: true })).toBeFocused()
  await sheet.getByRole('button', { name: 'Show records' }).click()
  await expect(page.getByText(/^Options, .*2020$/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('Starting paper money')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(rows.map((row) => row.split(',').slice(1, 6).join())).toEqual([
    'Currency,Change,Change in reserved,Balance,Description',
    'USDT,0.000000,25.000000,10000.000000,Stake reserved',
    'USDT,10000.000000,0.000000,10000.000000,Starting paper money',
  ])

  await page.getByRole('link', { name: / statement$/ }).click()
  const statement = page.getByRole('table', { name: 'USDT' })
  await expect(statement.getByRole('row', { name: /Opening balance/ })).toContainText('0.00')
  await expect(statement.getByRole('row', { name: /Starting paper money × 1/ })).toContainText('+10,000.00')
  await expect(statement.getByRole('row', { name: /Closing balance/ })).toContainText('10,000.00')
  await expect(page.getByText('Not closed')).toBeVisible()
  await expect(statement.getByRole('row', { name: /Of which in orders and margin/ })).toContainText('25.00')
  await page.getByRole('button', { name: 'List every record' }).click()
  const each = page.getByRole('table', { name: 'Transaction record · USDT' })
  await expect(each.getByRole('row', { name: /^Stake reserved/ })).toContainText('Rent, May')
  await expect(each.getByRole('row', { name: /^Starting paper money/ })).toContainText('+10,000.00')
  await expectAccessible(page)

  // Of any days, by the filter of the records.
  await open(page, '/pages/order/finance?from=2020-01-01&to=2020-01-31&currency=USDT')
  await page.getByRole('link', { name: /2020 statement$/ }).click()
  await expect(page.getByText(/^From 2020-01-01 .* to 2020-02-01 /)).toBeVisible()
  await expect(page.getByText('No records for these filters')).toBeVisible()
  const days = `from=2020-01-01&to=${new Date(server.now()).toISOString().slice(0, 10)}`
  await open(page, `/pages/order/statement?${days}&currency=USDT`)
  await expect(page.getByText('Not closed')).toBeVisible()
  await expect(statement.getByRole('row', { name: /Closing balance/ })).toContainText('10,000.00')
  await open(page, `/pages/order/statement?${days}&currency=BTC`)
  await expect(statement).toHaveCount(0)
})

test('records: a time zone that is chosen in the settings dates the rows, finds them by these dates and is named', async ({
  page,
  server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await open(page, '/pages/me/index')
  await page.getByRole('link', { name: /^Time zone/ }).click()
  const chosen = page.getByLabel('Time zone for dates and months')
  await expect(chosen).toHaveValue('UTC')
  await expect(chosen.getByRole('option', { name: 'Asia/Tokyo UTC+09:00' })).toBeAttached()
  const row = page.getByRole('listitem').filter({ hasText: 'Starting paper money' })
  // Of these two one or the other has another date than UTC, at any time of the day.
  for (const [zone, name] of [
    ['Pacific/Kiritimati', 'Pacific/Kiritimati'],
    ['Pacific/Pago_Pago', 'Pacific/Pago Pago'],
  ] as const) {
    await open(page, '/pages/me/timezone')
    const kept = page.waitForResponse((answer) => answer.url().includes(setZone.path))
    await chosen.selectOption(zone)
    await kept
    await expectNotice(page, 'Updated')
    await open(page, '/pages/order/finance')
    const here = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
    const [given] = await call(server.url, list, {}, account.token)
    const day = here.format((given?.at ?? 0) * 1000)
    await row.getByRole('button').click()
    await expect(page.getByRole('dialog')).toContainText(`${day} `)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(`Days are in ${name} time.`)).toBeVisible()
    await open(page, `/pages/order/finance?from=${day}&to=${day}`)
    await expect(row).toBeVisible()
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    await open(page, `/pages/order/finance?from=${before}&to=${before}`)
    await expect(page.getByText('No records for these filters')).toBeVisible()
    await open(page, '/pages/order/statement')
    await expect(page.getByText(`, ${name} time`)).toBeVisible()
  }
  await page.reload()
  await open(page, '/pages/me/index')
  await expect(page.getByRole('link', { name: /^Time zone/ })).toContainText('Pacific/Pago Pago')
})

test('records: a certificate is as wide as its page, whatever the label, and stands alone on paper', async ({
  page,
  server,
}) => {
  await keepToken(page, await createAccount(server.url))
  const label = 'W'.repeat(40)
  const order = {
    ...{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', currency: 'USDT', network: 'ethereum', label, version: 4, status: 2 },
    ...{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: '100.5', fee: '0.1005', receives: '100.3995' },
    ...{ state: 'confirmed', reason: null, submittedAt: 1e12, approvedAt: 1e12, sentAt: 1e12, settledAt: 1e12 },
  }
  const message = { cause: 'withdrawal', order, movements: [] }
  await page.route('**/api/records/certificate*', (route) =>
    route.fulfill({ json: { type: 'ok', code: 1, message, serverTime: 1e9 } }),
  )
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, `/pages/order/certificate?cause=withdrawal&id=${order.id}`)
  await expect(page.getByText(label)).toBeVisible()
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 720, height: 1_000 })
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(label)).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0)
})
