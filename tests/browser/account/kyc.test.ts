import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createAccount, decideNow, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'

// One slow server for all of them: they run in order, in one worker.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: async ({ slow }, use) => use(slow.url) })

const open = async (page: Page, url: string) => {
  await keepToken(page, await createAccount(url))
  await page.goto('/#/pages/me/kyc')
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeVisible()
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit for review' }).click()
const sample = async (page: Page) => {
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByText('Choose another')).toHaveCount(2)
}

test.describe('kyc: showing who one is', () => {
  test('from a sample to verified, with a notice of the decision', async ({ page, slow }) => {
    await open(page, slow.url)
    await expect(page.getByText('A review takes up to about 24 hours.')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await sample(page)
    await submit(page)
    await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
    await expect(page.getByText('A review takes up to about 24 hours.')).toBeVisible()
    await expect(page.getByText('Sample Person')).toBeVisible()
    decideNow(slow)
    await expect(page.getByRole('status').getByText('Verified', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  })

  test('marks each missing field, and focuses the first', async ({ page, slow }) => {
    await open(page, slow.url)
    await submit(page)
    await expect(page.getByText('Choose a country or region')).toBeVisible()
    await expect(page.getByText('Fill in this field')).toHaveCount(3)
    await expect(page.getByText('Add a photo of this side')).toHaveCount(2)
    await expect(page.getByLabel('Country or region')).toBeFocused()
  })

  test('accepts a photograph from the device, and refuses other files', async ({ page, slow, faults }) => {
    faults.allow(REFUSED)
    await open(page, slow.url)
    await sample(page)
    const front = page.getByLabel('Front of the document')
    await expect(page.getByLabel('Back of the document')).toBeAttached()
    await front.setInputFiles({
      name: 'front.png',
      mimeType: 'image/png',
      buffer: readFileSync(join(import.meta.dirname, 'kyc.test.ts')),
    })
    await submit(page)
    await expect(page.getByText('This file type is not accepted').first()).toBeVisible()
    const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#789' } })
      .withExif({ IFD0: { Copyright: String(Date.now()) } })
      .jpeg()
      .toBuffer()
    await front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer })
    await submit(page)
    await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
  })

  test('keeps input and choices when the network fails', async ({ page, slow, faults }) => {
    faults.allow(NO_ANSWER)
    await open(page, slow.url)
    await sample(page)
    await page.route('**/api/user/real_name', (route) => route.abort('connectionreset'))
    await submit(page)
    await expect(page.getByText('What you entered and chose is kept')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Sample')
    await page.unroute('**/api/user/real_name')
    await submit(page)
    await expect(page.getByText('Submitted, awaiting review')).toBeVisible()
    await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
  })

  test('shows why it was refused, and lets one submit again', async ({ page, slow }) => {
    await open(page, slow.url)
    await sample(page)
    await submit(page)
    await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
    slow.change(
      "update kyc set state = 'refused', reason = 'The photograph is blurred', due_at = null, decided_at = 1 where state = 'pendingReview'",
    )
    await page.reload()
    await expect(page.getByText('Reason: The photograph is blurred')).toBeVisible()
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Submit again' }).click()
    await sample(page)
    await submit(page)
    await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
  })
})
