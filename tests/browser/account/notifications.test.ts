import { createBrowser, pushService } from '../../server/notifications/push-service.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createAccount, keepToken } from '../kit/api.ts'
import { test as base, expect } from '../kit/fixtures.ts'
import { type ServerProcess, startServerProcess } from '../kit/server.ts'

/** A server with the tests' push service. */
const test = base.extend<object, { server: ServerProcess; service: ReturnType<typeof pushService> & { host: string } }>(
  {
    service: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
      async ({}, use) => {
        const service = pushService()
        await use({ ...service, host: await service.listen() })
        await service.close()
      },
      { scope: 'worker' },
    ],
    server: [
      async ({ service }, use) => {
        const server = await startServerProcess({ PUSH_HOSTS: service.host })
        await use(server)
        await server.dispose()
      },
      { scope: 'worker' },
    ],
  },
)

test.use({ serviceWorkers: 'allow' })

test('notifications: a device gets push messages after an explanation and permission, without private details unless chosen', async ({
  page,
  context,
  server,
  service,
}) => {
  const device = createBrowser(`http://${service.host}/device`)
  // The tests' browser has no push service: it subscribes to the tests' own.
  await context.addInitScript((subscription) => {
    const made = { toJSON: () => subscription, unsubscribe: async () => sessionStorage.removeItem('subscribed') }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (sessionStorage.getItem('subscribed') === 'yes' ? made : null),
      subscribe: async () => {
        sessionStorage.setItem('subscribed', 'yes')
        return made
      },
    })
    // Nor may it show notifications: a headless browser denies them.
    Object.defineProperty(Notification, 'permission', {
      get: () => (sessionStorage.getItem('asked') === 'yes' ? 'granted' : 'default'),
    })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('asked', 'yes')
      return 'granted'
    }
  }, device.subscription)
  const account = await createAccount(server.url)
  const tell = (text: string) =>
    server.operator('user', 'message', account.address, '--text', text, '--why', 'a test', '--as', 'tester')
  const pushed = async (count: number) => {
    await expect.poll(() => service.came.length).toBe(count)
    return JSON.stringify(device.open(service.came[count - 1]?.body ?? Buffer.alloc(0)))
  }

  await keepToken(page, account)
  await page.goto('/#/pages/me/notification')
  const security = page.getByRole('row', { name: 'Security' })
  await expect(security.getByText('Always on')).toBeAttached()
  const securityPush = page.getByRole('checkbox', { name: 'Security Push' })
  await expect(securityPush).toBeDisabled()
  const trades = page.getByRole('checkbox', { name: 'Settlements App' })
  await trades.click()
  await expect(trades).not.toBeChecked()
  await page.reload()
  await expect(trades).not.toBeChecked()
  await page.getByRole('button', { name: 'Turn on push' }).click()
  const sheet = page.getByRole('dialog', { name: 'This device' })
  await expect(sheet).toContainText('Your browser asks')
  await expectAccessible(page)
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBeNull()
  await sheet.getByRole('button', { name: 'Ask for permission' }).click()
  await expect(page.getByRole('button', { name: 'Turn off push' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
  await expect(securityPush).toBeChecked()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await tell('Your figures: 4711.')
  const quiet = await pushed(1)
  expect(quiet).toContain('You have a new message in Quoin')
  expect(quiet).not.toContain('4711')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const shown = await worker.evaluate(async (data) => {
    const scope = self as unknown as { registration: object; dispatchEvent(event: Event): void }
    const told = new Promise((resolve) => {
      Object.assign(scope.registration, { showNotification: async (...words: unknown[]) => resolve(words) })
    })
    const { PushEvent } = self as unknown as { PushEvent: new (type: string, options: { data: string }) => Event }
    // A worker may not extend an event created by script.
    scope.dispatchEvent(Object.assign(new PushEvent('push', { data }), { waitUntil: () => {} }))
    return told
  }, quiet)
  expect(shown).toEqual(['Quoin', expect.objectContaining({ body: 'You have a new message in Quoin', lang: 'en' })])

  const details = page.getByRole('switch', { name: 'Show message content' })
  await details.click()
  await expect(details).toBeChecked()
  await page.reload()
  await expect(details).toBeChecked()
  await tell('Your figures: 4712.')
  expect(await pushed(2)).toContain('4712')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Messages, Unread: 2' })).toBeVisible()
})
