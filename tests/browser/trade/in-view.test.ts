import type { Page } from '@playwright/test'
import type { ClientFrame, ServerFrame } from '../../../src/api/wire/frames.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { expect, test } from '../kit/fixtures.ts'

/** The screen of a small phone. */
test.use({ viewport: { width: 360, height: 800 } })

const rows = (page: Page) => page.getByRole('list', { name: 'Markets' }).getByRole('listitem')
const symbolAt = (at: number) => instruments.at(at)?.symbol ?? ''

/** The subscriptions of a page so far, and what it has received since the last one was answered. */
function listen(page: Page) {
  const asked: (readonly string[] | undefined)[] = []
  const received: ServerFrame[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as ClientFrame
      if (frame.type === 'subscribe') asked.push(frame.symbols)
    })
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as ServerFrame
      if (frame.type === 'snapshot') received.length = 0
      received.push(frame)
    })
  })
  const has = (at: number) => asked.at(-1)?.includes(symbolAt(at))
  return { asked, received, has }
}

test('a list of markets receives the prices of the rows in view, and of others once they come into view', async ({
  page,
}) => {
  const { asked, received, has } = listen(page)
  await page.goto('/#/pages/market/index')
  await expect(rows(page)).toHaveCount(instruments.length)
  await expect.poll(() => has(0)).toBe(true)
  await expect(rows(page).first().locator('[data-fresh="true"]').first()).toBeVisible()
  expect(asked.at(-1)?.length).toBeLessThan(instruments.length / 2)
  expect(has(-1)).toBe(false)

  const last = rows(page).last()
  const price = last.locator('[data-fresh]').first()
  const known = await price.textContent()
  expect(known).toMatch(/\d/)
  await last.scrollIntoViewIfNeeded()
  await expect(price).toHaveText(/\d/)
  await expect(price).toHaveAttribute('data-fresh', 'true')
  // An answer of REST may have made it fresh before the server is asked for it.
  await expect.poll(() => has(-1)).toBe(true)

  // The rows that were left are dropped after some seconds.
  await expect.poll(() => has(0)).toBe(false)
  const symbols = asked.at(-1) ?? []
  await expect.poll(() => received.filter(({ type }) => type === 'short').length).toBeGreaterThan(10)
  const [snapshot] = received
  expect(snapshot?.type === 'snapshot' && snapshot.quotes.map(({ symbol }) => symbol).sort()).toEqual([...symbols])
  for (const frame of received) {
    expect(frame.type).not.toBe('quotes')
    if (frame.type !== 'short') continue
    const places = frame.changes.filter((_, at) => at % 6 === 0)
    expect(Math.max(0, ...places)).toBeLessThan(symbols.length)
  }
  expect(asked.length, 'subscriptions of a visit with one scroll').toBeLessThan(8)
})
