import { TOTP, URI } from 'otpauth'
import { getRealInfo } from '../../../src/api/account/kyc.ts'
import { call, newName, registerName, showWho } from '../kit/api.ts'
import { startBaseProxy } from '../kit/base-proxy.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { freePort, type ServerProcess, startServerProcess } from '../kit/server.ts'

const OPERATOR_PASSWORD = 'correct horse 9 battery'

test('base path: the admin console signs in, shows photographs and decides a case below a path of its host', async ({
  browser,
  faults,
}) => {
  faults.allow(REFUSED)
  const port = await freePort()
  const proxy = await startBaseProxy('/quoin/', () => port)
  const ADMIN_URL = proxy.url.slice(0, -1)
  const server: ServerProcess = await startServerProcess({
    REVIEW_SECONDS: '86400',
    ADMIN_PORT: String(port),
    ADMIN_URL,
  })
  const told = [OPERATOR_PASSWORD, OPERATOR_PASSWORD]
  const said = await server.operatorTold(told, 'desk', 'add', 'rex', '--roles', 'review', '--json')
  const totp = URI.parse(JSON.parse(said)[0].authenticator)
  if (!(totp instanceof TOTP)) throw new Error('no authenticator')
  const username = newName()
  const token = await registerName(server.url, username)
  const number = await showWho(server.url, token)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
  faults.watch(context)
  const page = await context.newPage()
  await page.goto(proxy.url)
  await page.getByLabel('Name').fill('rex')
  await page.getByLabel('Password').fill(OPERATOR_PASSWORD)
  await page.getByLabel('Code of the authenticator').fill(totp.generate({ timestamp: server.now() }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  const lists = page.getByRole('navigation', { name: 'Lists' })
  await lists.getByRole('link', { name: 'Verifications 1 waiting' }).click()
  await page.getByRole('row').filter({ hasText: username }).getByRole('link').first().click()
  await expect(page.getByText(number)).toBeVisible()
  const pictures = page.getByRole('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)

  // The session and the place are there after a reload; the cookie goes nowhere else on the host.
  await page.reload()
  await expect(page.getByText(number)).toBeVisible()
  expect((await context.cookies()).map(({ path }) => path)).toEqual(['/quoin/desk', '/quoin/desk'])
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const form = page.getByRole('form', { name: 'Accept' })
  await form.getByLabel('Reason').fill('as on the passport')
  await form.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Done: Accept.')).toBeVisible()
  expect((await call(server.url, getRealInfo, {}, token)).state).toBe('verified')

  expect(proxy.strays).toEqual([])
  await context.close()
  proxy.close()
  await server.dispose()
})
