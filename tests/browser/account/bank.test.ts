import type { Page } from '@playwright/test'
import { cashInfo } from '../../../src/api/account/bank.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Bank card' })
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save card' }).click()

async function open(page: Page, url: string) {
  const token = await registerName(url, newName())
  await keepToken(page, { token })
  await page.goto('/#/pages/me/bank')
  await expect(form(page)).toBeVisible()
  return token
}

test.describe('a bank card', () => {
  test('is saved, shown masked, and changed by entering its numbers again', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    const token = await open(page, server.url)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a sample' }).click()
    await field(page, 'Your sign-in password').fill('not this one')
    await save(page)
    await expect(form(page).getByText('Wrong user name or password')).toBeVisible()
    await field(page, 'Your sign-in password').fill(PASSWORD)
    await save(page)
    await expectNotice(page, 'Saved')
    await expect(page.getByText('••••5432')).toBeVisible()
    await expect(page.getByText('United Kingdom')).toBeVisible()
    await expect(page.getByText('GB82')).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)

    await page.getByRole('button', { name: 'Edit card' }).click()
    await expect(field(page, 'Bank name')).toHaveValue('Sample Bank')
    await expect(field(page, 'Card number')).toHaveValue('')
    await expect(form(page).getByText('Enter it again. Saved: ••••5432')).toBeVisible()
    await expectNoOverflow(page)
    await field(page, 'Bank SWIFT code').fill('CHASUS33')
    await field(page, 'Card number').fill('0001 2345 6789')
    await field(page, 'Your sign-in password').fill(PASSWORD)
    await save(page)
    await expect(form(page).getByText('Fill in this field')).toHaveCount(1)
    await field(page, 'Bank routing number').fill('021000022')
    await save(page)
    await expect(form(page).getByText('Enter a valid routing number of that bank')).toBeVisible()
    await expect(field(page, 'Bank routing number')).toBeFocused()
    await field(page, 'Bank routing number').fill('021000021')
    await save(page)
    await expect(page.getByText('••••0021')).toBeVisible()
    expect((await call(server.url, cashInfo, {}, token)).card).toMatchObject({
      swiftCode: 'CHASUS33',
      cardNumber: '••••6789',
    })
  })

  test('leads back to where one came from, once it is saved, and nowhere outside of the app', async ({
    page,
    server,
  }) => {
    const saveAt = async (next: string) => {
      await keepToken(page, { token: await registerName(server.url, newName()) })
      await page.goto(`/#/pages/me/bank?next=${encodeURIComponent(next)}`)
      await page.getByRole('button', { name: 'Use a sample' }).click()
      await field(page, 'Your sign-in password').fill(PASSWORD)
      await save(page)
      await expectNotice(page, 'Saved')
    }
    await saveAt('/pages/whdetail/index?symbol=EURUSD')
    await expect(page).toHaveURL(/#\/pages\/whdetail\/index\?symbol=EURUSD$/)
    await saveAt('//elsewhere.example/pages/me/bank')
    await expect(page.getByText('••••5432')).toBeVisible()
    await expect(page).toHaveURL(/#\/pages\/me\/bank/)
  })

  test('shows missing fields and the server’s errors beside each field', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    await open(page, server.url)
    await save(page)
    await expect(field(page, 'Real name')).toBeFocused()
    await expect(form(page).getByText('Fill in this field')).toHaveCount(9)
    await expect(form(page).getByText('Choose a country or region')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a sample' }).click()
    await field(page, 'Your sign-in password').fill(PASSWORD)
    const beside = async (name: string, text: string, message: string) => {
      const before = await field(page, name).inputValue()
      await field(page, name).fill(text)
      await save(page)
      await expect(form(page).getByText(message)).toBeVisible()
      await expect(field(page, name)).toBeFocused()
      await field(page, name).fill(before)
    }
    await beside('Bank SWIFT code', 'NWBKZZ2L', 'Enter a valid SWIFT code')
    await beside('Card number', 'GB82 WEST 1234 5698 7654 33', 'Enter a valid card or account number')
    await beside('Phone number', '12345', 'Enter a valid phone number')
  })

  test('keeps typed input without an answer', async ({ page, server, faults, context }) => {
    faults.allow(NO_ANSWER)
    await open(page, server.url)
    await page.getByRole('button', { name: 'Use a sample' }).click()
    await field(page, 'Your sign-in password').fill(PASSWORD)
    await context.route('**/api/user/cash_save', (route) => route.abort())
    await save(page)
    await expect(form(page).getByText('The server did not answer.')).toBeVisible()
    await expect(field(page, 'Card number')).toHaveValue('GB82 WEST 1234 5698 7654 32')
    await expect(field(page, 'Your sign-in password')).toHaveValue(PASSWORD)
    await context.unroute('**/api/user/cash_save')
    await save(page)
    await expect(page.getByText('••••5432')).toBeVisible()
    // Nothing of a card is kept in the browser.
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    // Whole pieces: four characters may be in an invitation code by chance.
    expect(kept).not.toMatch(/GB82 ?WEST|7654 ?32|Sample/)
  })
})
