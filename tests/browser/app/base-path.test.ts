import { becomeKnown, newName, PASSWORD, registerName } from '../kit/api.ts'
import { startBaseProxy } from '../kit/base-proxy.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { type ServerProcess, startServerProcess } from '../kit/server.ts'

test.use({ serviceWorkers: 'allow' })

test('base path: the app signs in, trades, gets prices and opens offline below a path of its host', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  let server: ServerProcess | undefined
  const proxy = await startBaseProxy('/quoin/', () => Number(new URL(server?.url ?? '').port))
  const { origin } = new URL(proxy.url)
  server = await startServerProcess({ PUBLIC_URL: `${origin}/quoin` })
  const username = newName()
  await becomeKnown(server, await registerName(server.url, username))

  await page.goto(`${proxy.url}#/pages/my/login`)
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('User name').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('10,000.00').first()).toBeVisible()

  // An option's end comes over the socket.
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto(`${proxy.url}#/pages/kline/index?symbol=BTCUSDT`)
  await page.reload()
  await page.getByRole('button', { name: /^Up\b/ }).click()
  await page.getByLabel('Stake').fill('100')
  await page.getByRole('button', { name: / · 100 USDT/ }).click()
  await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
  expect(sockets).toContain(`${origin.replace('http', 'ws')}/quoin/api/socket`)
  await server.advance(60_000)
  await expect(page.getByRole('main').getByRole('timer')).toHaveCount(0)

  await page.goto(`${proxy.url}#/pages/friend/index`)
  await expect(page.getByText(`${proxy.url}#/pages/my/login?view=create&code=`)).toBeVisible()
  await page.goto(`${proxy.url}#/pages/me/index`)
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect((await context.cookies()).find(({ name }) => name === 'look')?.path).toMatch(/^\/quoin\/?$/)

  const manifest = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href)
  expect(manifest).toBe(`${proxy.url}manifest.en.webmanifest`)
  expect((await page.request.get(manifest)).status()).toBe(200)
  expect((await page.request.get(`${origin}/quoin`)).url()).toBe(proxy.url)

  await page.goto(`${proxy.url}#/pages/market/index`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope)).toBe(proxy.url)
  await context.setOffline(true)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText(/^Last known prices: /)).toBeVisible()
  await expect(page.getByRole('main').locator('[data-fresh="false"]').first()).toHaveText(/\d/)

  expect(proxy.strays).toEqual([])
  proxy.close()
  await server.dispose()
})
