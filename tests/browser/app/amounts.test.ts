import type { Page } from '@playwright/test'
import type { Lang } from '../../../src/api/wire/fields.ts'
import { expect, test } from '../kit/fixtures.ts'
import { wordsIn } from '../kit/labels.ts'

/** Opens the sheet that buys an option, in a language; answers its field and its button. */
async function openSheet(page: Page, token: string, lang: Lang) {
  const words = wordsIn(lang)
  await page.addInitScript(
    ([kept, spoken]) => {
      localStorage.setItem('token', kept)
      localStorage.setItem('lang', spoken)
    },
    [token, lang] as const,
  )
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('button', { name: words['orders.direction.rise'] }).click()
  const sheet = page.getByRole('dialog')
  const field = sheet.getByLabel(words['orders.stake'], { exact: true })
  return { sheet, field, button: sheet.locator('button[type=submit]') }
}

test('an amount is read by the language’s separators, and the button shows it', async ({ page, resident }) => {
  const { sheet, field, button } = await openSheet(page, resident.token, 'en')
  await field.fill('10,000')
  await expect(button).toHaveText(/^Up · 10,000 USDT/)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(sheet.getByText('The maximum is 5,000 USDT')).toBeVisible()
  for (const typed of ['1e3', '1.500,00', '-5']) {
    await field.fill(typed)
    await expect(button).toHaveText('Enter an amount')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(sheet.getByText('Enter an amount such as 12,345.6')).toBeVisible()
    await expect(field).toHaveValue(typed)
  }
  await field.fill('1.500')
  await sheet.getByRole('button', { name: 'Use 1,500' }).click()
  await expect(field).toHaveValue('1500')
  await expect(button).toHaveText(/^Up · 1,500 USDT/)
  await expect(button).not.toHaveAttribute('aria-disabled')
  await sheet.getByRole('button', { name: /^Available/ }).click()
  await expect(field).toHaveValue('5000')
  await field.press('End')
  await field.press('Backspace')
  await expect(button).toHaveText(/^Up · 500 USDT/)
})

test('an amount in Italian has the marks of Italian', async ({ page, resident }) => {
  const words = wordsIn('it')
  const { sheet, field, button } = await openSheet(page, resident.token, 'it')
  await field.fill('10.000')
  await expect(button).toContainText(' · 10.000 USDT')
  await field.fill('1.500,00')
  await expect(button).toContainText(' · 1.500 USDT')
  await field.fill('10,000')
  await expect(sheet.getByText(words['amount.unclear'].replace('{{example}}', '12.345,6'))).toBeVisible()
  await sheet.getByRole('button', { name: words['amount.use'].replace('{{amount}}', '10.000') }).click()
  await expect(button).toContainText(' · 10.000 USDT')
})

test('amounts: chips fill in a stake, and the balance the most that can be staked', async ({ page, resident }) => {
  const { sheet, field, button } = await openSheet(page, resident.token, 'en')
  const chip = (name: string) => sheet.getByRole('button', { name, exact: true })
  for (const stake of ['10', '50', '100', '500']) {
    await chip(stake).click()
    await expect(button).toHaveText(new RegExp(`^Up · ${stake} USDT`))
    await expect(chip(stake)).toHaveAttribute('aria-pressed', 'true')
  }
  await sheet.getByRole('button', { name: /^Available/ }).click()
  await expect(button).toHaveText(/^Up · 5,000 USDT/)
  await expect(chip('500')).toHaveAttribute('aria-pressed', 'false')
  await expect(field).toHaveValue('5000')
})

for (const [width, height, lang] of [
  [390, 500, 'en'],
  [390, 500, 'vn'],
  [320, 640, 'vn'],
] as const) {
  test(`what can be lost and the button are in sight at ${width}x${height} in ${lang}`, async ({ page, resident }) => {
    await page.setViewportSize({ width, height })
    const { sheet, field } = await openSheet(page, resident.token, lang)
    const seen = () =>
      sheet.evaluate((dialog) => {
        const wanted = [...dialog.querySelectorAll('[data-loss], button[type="submit"]')]
        return wanted.map((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return isIn && hit !== null && (element.contains(hit) || hit.contains(element))
        })
      })
    await field.fill('1250')
    await expect(field).toBeInViewport({ ratio: 1 })
    for (const at of [0, 100]) {
      await sheet.evaluate((dialog, top) => dialog.scrollTo({ top, behavior: 'instant' }), at)
      expect(await seen(), `scrolled by ${at}`).toEqual([true, true])
    }
  })
}
