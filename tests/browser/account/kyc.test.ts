import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createAccount, decideNow, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

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

  test('judges a photograph as soon as it is chosen, and takes any format of a phone, scaled down on the device', async ({
    page,
    slow,
  }) => {
    await open(page, slow.url)
    await sample(page)
    const front = page.getByLabel('Front of the document')
    const choose = (name: string, buffer: Buffer) => front.setInputFiles({ name, mimeType: 'image/any', buffer })
    const noise = (width: number, height: number) =>
      sharp({ create: { width, height, ...{ channels: 3, background: '#789' } } })
    await choose('front.png', readFileSync(join(import.meta.dirname, 'kyc.test.ts')))
    await expect(page.getByText('This file type is not accepted')).toBeVisible()
    await choose('front.jpg', await noise(199, 900).jpeg().toBuffer())
    await expect(page.getByText('Each side needs at least 200 pixels')).toBeVisible()
    await choose('front.jpg', await noise(12_000, 11_000).jpeg().toBuffer())
    await expect(page.getByText('Maximum: 120 megapixels')).toBeVisible()
    await choose('front.jpg', (await noise(900, 600).jpeg().toBuffer()).subarray(0, 400))
    await expect(page.getByText('This photo cannot be read')).toBeVisible()
    await expect(page.getByText('Choose another')).toHaveCount(1)

    await choose('front.heic', readFileSync(join(import.meta.dirname, '../kit/photo.heic')))
    await expect(page.getByText('Choose another')).toHaveCount(2)
    await choose('front.avif', await noise(900, 600).avif({ effort: 0 }).toBuffer())
    await expect(page.getByText('Choose another')).toHaveCount(2)
    // As large as a phone of 108 MP makes them: a file of 27 MB, with bytes after the picture that are not sent.
    const large = await noise(12_000, 9_000).jpeg().toBuffer()
    await choose('front.jpg', Buffer.concat([large, Buffer.alloc(27 * 1024 * 1024 - large.length)]))
    await expect(page.getByText('Preparing the photo')).toBeVisible()
    await expect(page.getByText('Choose another')).toHaveCount(2)
    const sent = page.waitForRequest('**/api/upload')
    await submit(page)
    expect((await sent).postDataBuffer()?.length).toBeLessThan(2_000_000)
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
    await expectNotice(page, 'Submitted, awaiting review')
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
