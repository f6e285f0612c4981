import type { Page, WebSocketRoute } from '@playwright/test'
import type { ClientFrame, ServerFrame, TradeDelta } from '../../../src/api/wire/frames.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'

const trade = (number: number, side: 'buy' | 'sell'): TradeDelta => [
  ...([number, Date.UTC(2026, 0, 5, 12, 0, number), `4300${number}.00`, '0.12345', side] as const),
]

/** The server's socket without recorded ticks, by which a test sends trades; `down`: it does not answer. */
async function holdSocket(page: Page) {
  const held = { down: false, watched: 0, socket: undefined as WebSocketRoute | undefined }
  await page.routeWebSocket('**/api/socket', (socket) => {
    if (held.down) return void socket.close({ code: 1011 })
    held.socket = socket
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      const frame: ClientFrame = JSON.parse(String(text))
      if (frame.type === 'watch' && frame.symbol !== null) held.watched += 1
      server.send(text)
    })
    server.onMessage((text) => {
      const frame: ServerFrame = JSON.parse(String(text))
      if (frame.type !== 'ticks') socket.send(text)
    })
  })
  const tell = (...trades: TradeDelta[]) =>
    held.socket?.send(JSON.stringify({ type: 'trades', symbol: 'BTCUSDT', trades } satisfies ServerFrame))
  return { held, tell }
}

const openTape = async (page: Page) => {
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('group', { name: 'What to trade' }).getByRole('radio', { name: 'Spot' }).check({ force: true })
  await page.getByRole('tab', { name: 'Trades' }).click()
}

test('the tape shows loading, empty, trades and stale states', async ({ page, faults }) => {
  faults.allow(NO_ANSWER)
  const { held, tell } = await holdSocket(page)
  await openTape(page)
  const tape = page.getByRole('region', { name: 'Trades' })
  await expect(tape.getByRole('status')).toHaveText('Loading')
  // Repeated until the tape is subscribed: duplicates change nothing.
  await expect(async () => {
    tell()
    await expect(tape.getByText('No trades yet. They appear here as the price source reports them.')).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  tell(trade(4, 'buy'), trade(5, 'sell'))
  const rows = tape.locator('tbody').getByRole('row')
  await expect(rows).toHaveText(['12:00:05Sell43,005.000.12345', '12:00:04Buy43,004.000.12345'])
  // A number that does not follow: the newest is shown at once, and what was missed is asked for.
  const before = held.watched
  tell(trade(8, 'buy'))
  await expect(rows).toHaveText(['12:00:08Buy43,008.000.12345'])
  await expect.poll(() => held.watched).toBe(before + 1)
  await expectAccessible(page)
  await expectNoOverflow(page)
  held.down = true
  await held.socket?.close({ code: 1011 })
  await expect(tape).toHaveClass(/\bstale\b/)
  await expect(rows).toHaveCount(1)
  await page.getByRole('tab', { name: 'Book' }).click()
  await expect(page.getByRole('region', { name: 'Order book' })).toHaveClass(/\bstale\b/)
})

test('the tape says that it cannot be loaded without a connection, and is there once that is back', async ({
  page,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const { held, tell } = await holdSocket(page)
  held.down = true
  await openTape(page)
  const tape = page.getByRole('region', { name: 'Trades' })
  await expect(tape.getByRole('alert')).toContainText('Trades could not be loaded')
  await expectAccessible(page)
  await expect(tape.getByRole('button', { name: 'Try again' })).toBeVisible()
  held.down = false
  await askAgain(tape)
  await expect.poll(() => held.watched).toBeGreaterThan(0)
  // Repeated until the tape is subscribed: duplicates change nothing.
  await expect(async () => {
    tell(trade(1, 'sell'))
    const rows = tape.locator('tbody').getByRole('row')
    await expect(rows).toHaveText(['12:00:01Sell43,001.000.12345'], { timeout: 500 })
  }).toPass()
})
