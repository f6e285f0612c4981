import { cashSave } from '../../../src/api/account/bank.ts'
import { list } from '../../../src/api/trade/forex.ts'
import { bankCard } from '../../server/bank/card.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { becomeKnown, call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

test('forex: a pair is bought in lots after binding a card, shows its P&L, is closed in parts, and verified', async ({
  page,
  server,
}) => {
  const token = await registerName(server.url, newName())
  await becomeKnown(server, token)
  // The smallest screen.
  await page.setViewportSize({ width: 320, height: 640 })
  await keepToken(page, { token })
  await page.goto('/#/pages/whdetail/index?symbol=EURUSD')
  const kinds = page.getByRole('group', { name: 'What to trade' })
  await kinds.getByRole('radio', { name: 'Forex', exact: true }).press('Space')
  await page.getByRole('button', { name: /^Buy/ }).click()
  const sheet = page.getByRole('dialog')
  const form = sheet.getByRole('form', { name: 'Buy or sell in lots' })
  await form.getByLabel('Lots', { exact: true }).fill('0.1')
  await expect(form.getByText('Add a bank card before you open a position.')).toBeVisible()
  await expect(form.getByRole('button', { name: /^Buy · 0\.1 lots · [\d.]+$/ })).toBeDisabled()

  await call(server.url, cashSave, { ...bankCard, proof: { password: PASSWORD } }, token)
  await page.goto('/#/pages/whdetail/order')
  await page.getByRole('button', { name: 'New order' }).first().click()
  await page.getByRole('combobox', { name: 'Market' }).selectOption({ label: 'EUR/USD' })
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await form.getByLabel('Lots', { exact: true }).fill('0.1')
  // Each side has its own price, and the chosen one is on the button.
  const [bid, ask] = await Promise.all(
    ['Sell at bid', 'Buy at ask'].map(async (side) => {
      const option = form.getByRole('radio', { name: new RegExp(`^${side} [\\d.]+$`) })
      return [option, await option.isChecked()] as const
    }),
  )
  expect([bid?.[1], ask?.[1]]).toEqual([false, true])
  await expect(form.getByRole('radio', { name: '0.10', exact: true })).toBeChecked()
  await expect(form.getByText(/^10,000 EUR · 1 pip = 1\.00 USDT$/)).toBeVisible()
  await expect(form.getByText(/^1\.0 pip · 1\.\d\d USDT$/)).toBeVisible()
  await expect(form.getByText(/^1\.0\d+ · −\d+\.\d pips$/)).toBeVisible()
  await expect(form.getByText(/^Open until \w{3} \d\d:\d\d$/)).toBeVisible()
  await form.getByRole('radio', { name: '0.01', exact: true }).press('Space')
  await expect(form.getByText(/^1,000 EUR · 1 pip = 0\.10 USDT$/)).toBeVisible()
  await form.getByRole('button', { name: 'Increase', exact: true }).click()
  await expect(form.getByLabel('Lots', { exact: true })).toHaveValue('0.02')
  await form.getByRole('radio', { name: '0.10', exact: true }).press('Space')
  await expect(form.getByText(/^The market closes .+ and reopens .+ past your TP or SL\.$/)).toBeVisible()
  await expect(form.getByText('Max loss')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  // A second tap is no second position.
  await form.getByRole('button', { name: /^Buy · 0\.1 lots · [\d.]+$/ }).dblclick()
  await expect(sheet).toHaveCount(0)
  const open = page.getByRole('region', { name: 'Positions' }).getByRole('listitem').filter({ hasText: 'EUR/USD' })
  await expect(open).toHaveCount(1)
  await expect(open.getByText(/^ROE /)).toBeVisible()
  await expect(open.getByText('Stop-out price')).toBeVisible()
  await expect(open.getByText(/^[+−]?\d+\.\d pips?$/)).toBeVisible()
  await expect(open.getByText(/^−0\.\d\d USDT · −0\.7 pips$/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('link', { name: 'Trade', exact: true }).click()
  await expect(page).toHaveURL(/order\/trade/)
  await expect(open).toHaveCount(1)
  // Stops of an open position, with the P&L of closing there.
  await open.getByRole('button', { name: 'TP/SL', exact: true }).click()
  await sheet.getByLabel('Stop loss').fill('2')
  await expect(sheet.getByRole('button', { name: 'Set TP/SL' })).toBeDisabled()
  await sheet.getByLabel('Stop loss').fill('1.05')
  await expect(sheet.getByText(/^−\d+\.\d\d$/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Set TP/SL' }).dblclick()
  await expect(sheet).toHaveCount(0)
  await expect
    .poll(async () => call(server.url, list, {}, token))
    .toMatchObject([{ state: 'open.standing', stopLoss: '1.05000', takeProfit: null, next: null }])
  // Some of its lots, and the rest later.
  await page.setViewportSize({ width: 360, height: 740 })
  await open.getByRole('button', { name: 'Close', exact: true }).click()
  const closed = sheet.getByLabel('Lots', { exact: true })
  await expect(closed).toHaveValue('0.1')
  await sheet.getByRole('button', { name: '50%' }).click()
  await expect(closed).toHaveValue('0.05')
  await closed.fill('0.11')
  await expect(sheet.getByText('Enter 0.01 to 0.1 lots, in steps of 0.01')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Close 0.11 lots' })).toBeDisabled()
  await closed.fill('0.03')
  await expect(sheet.getByText(/^1\d\d\.\d\d USDT$/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Close 0.03 lots' }).dblclick()
  await expect(sheet).toHaveCount(0)
  await expect
    .poll(async () => call(server.url, list, {}, token))
    .toMatchObject([{ state: 'open.standing', lots: '0.10', openLots: '0.07', parts: [{ lots: '0.03' }] }])
  await expect(open.getByText('0.07 lots')).toBeVisible()
  await open.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(sheet.getByText('Position: 0.07 lots')).toBeVisible()
  await expect(sheet.getByText('Expected amount received')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close 0.07 lots' }).dblclick()
  await expect(open).toHaveCount(0)

  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Closed by you')).toBeVisible()
  expect(await call(server.url, list, {}, token)).toMatchObject([{ status: 2, cause: 'user', lots: '0.10' }])
  await history.getByRole('listitem').getByRole('button').click()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Closing price', { exact: true })).toHaveCount(2)
  await expect(sheet.getByRole('heading', { name: 'Closed by you · 0.03 lots' })).toBeVisible()
  await expect(sheet.getByRole('heading', { name: 'Closed by you · 0.07 lots' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('forex: a limit order in lots waits on the Trade tab until it is cancelled, and a stop order beside it', async ({
  page,
  server,
}) => {
  const token = await registerName(server.url, newName())
  await becomeKnown(server, token)
  await call(server.url, cashSave, { ...bankCard, proof: { password: PASSWORD } }, token)
  await page.setViewportSize({ width: 360, height: 740 })
  await keepToken(page, { token })
  const sheet = page.getByRole('dialog')
  const form = sheet.getByRole('form', { name: 'Buy or sell in lots' })
  const type = (name: string) =>
    form.getByRole('group', { name: 'Order type' }).getByRole('radio', { name, exact: true })
  const begin = async (name: string) => {
    await page.goto('/#/pages/whdetail/order')
    await page.getByRole('button', { name: 'New order' }).first().click()
    await page.getByRole('combobox', { name: 'Market' }).selectOption({ label: 'EUR/USD' })
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await form.getByLabel('Lots', { exact: true }).fill('0.1')
    await type(name).press('Space')
  }
  await begin('Limit')
  // It begins at the current ask, at which it would fill at once.
  await expect(form.getByText(/^A limit of [\d.]+ fills immediately: the last price is [\d.]+\.$/)).toBeVisible()
  const heightOf = async (name: string) => (await form.getByRole('button', { name, exact: true }).boundingBox())?.y
  expect(await heightOf('Decrease'), 'both steps in one line').toBe(await heightOf('Increase'))
  await form.getByLabel('Limit price').fill('1.01')
  await expect(form.getByText(/fills immediately/)).toHaveCount(0)
  await expect(
    form.getByText(/^A limit or stop order waits until .+ Neither fills while the market is closed\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await form.getByRole('button', { name: /^Buy · 0\.1 lots · 1\.01000$/ }).dblclick()
  await expect(sheet).toHaveCount(0)

  await begin('Stop')
  await form.getByLabel('Stop price').fill('1.01')
  await expect(form.getByText('The price of a buy stop must be above the current ask')).toBeVisible()
  await form.getByLabel('Stop price').fill('1.2')
  await form.getByRole('button', { name: /^Buy · 0\.1 lots · 1\.20000$/ }).click()
  await expect(sheet).toHaveCount(0)

  await page.getByRole('tab', { name: 'Open orders' }).click()
  const open = page.getByRole('region', { name: 'Open orders' }).getByRole('listitem')
  await expect(open).toHaveCount(2)
  const limit = open.filter({ hasText: 'Limit price' })
  await expect(limit.getByText('Waiting for price')).toBeVisible()
  await expect(open.filter({ hasText: 'Stop price' }).getByText('1.20000')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await limit.getByRole('button', { name: 'Cancel order' }).click()
  await expect(sheet.getByText('An earlier price may still open the position.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Cancel order' }).dblclick()
  await expect(sheet).toHaveCount(0)
  await expect(open).toHaveCount(1)
  expect(await call(server.url, list, {}, token)).toMatchObject([
    { type: 'stop', state: 'pending', price: '1.20000' },
    { type: 'limit', state: 'cancelled', price: '1.01000' },
  ])
})
