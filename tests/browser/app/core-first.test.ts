import { expectAccessible } from '../kit/accessible.ts'
import { createTrader } from '../kit/api.ts'
import { startBaseProxy } from '../kit/base-proxy.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { goTo, isThere } from '../kit/places.ts'

test.use({ serviceWorkers: 'allow' })

const core = [
  '/pages/index/index',
  '/pages/market/index',
  '/pages/kline/index?symbol=BTCUSDT',
  '/pages/order/trade',
  '/pages/walletrade/index',
  '/pages/me/index',
]

test('installed: the core pages open offline before the rest has come, a page that is not there yet says so, and opens once online', async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const account = await createTrader(server)
  const worker = await (await fetch(`${server.url}/worker.js`)).text()
  // The bundler writes each list as one text.
  const lists = worker.match(/(?<=[`'"])assets\/[^`'"]+/g) ?? []
  const rest = (lists.find((list) => list.includes('assets/texts-')) ?? '').split(',').map((file) => `/${file}`)
  // The texts of the language in use come with the core pages.
  const later = rest.filter((file) => !file.startsWith('/assets/texts-en-'))
  expect(later.length).toBeGreaterThan(50)

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  const pass = async (path: string) => {
    if (!later.includes(path)) return
    asked.push(path)
    await released
  }
  const proxy = await startBaseProxy('/', () => Number(new URL(server.url).port), pass)
  await page.goto(`${proxy.url}favicon.svg`)
  await page.evaluate((token) => localStorage.setItem('token', token), account.token)
  await page.goto(proxy.url)
  await expect(page.getByText('10,000.00')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  // The rest comes one by one, behind the page.
  await expect.poll(() => asked).toHaveLength(1)

  await context.setOffline(true)
  await page.reload({ waitUntil: 'commit' })
  for (const place of core) {
    await goTo(page, place)
    await isThere(page)
    await expect(page.getByText('This page is not on your device yet')).toHaveCount(0)
  }
  await goTo(page, '/pages/walletrade/swap')
  await expect(page.getByText('This page is not on your device yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Swap' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Swap' })).toHaveCount(0)
  await goTo(page, '/pages/walletrade/swap')
  await expect(page.getByText('It opens by itself once you are back online.')).toBeVisible()

  release()
  await context.setOffline(false)
  await expect(page.getByRole('form', { name: 'Swap currencies' })).toBeVisible()
  // What the network has cut off comes with the next visit, and the whole app is then on the device.
  await page.reload()
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('build-'))
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(kept).toEqual(expect.arrayContaining(rest))
  proxy.close()
})
