import { type BrowserContext, test as base, expect } from '@playwright/test'
import { cashSave } from '../../../src/api/account/bank.ts'
import * as forex from '../../../src/api/trade/forex.ts'
import { lists, type MicrotradeOrder, submit } from '../../../src/api/trade/microtrade.ts'
import { list } from '../../../src/api/trade/orders.ts'
import { bankCard } from '../../server/bank/card.ts'
import { type Account, becomeKnown, call, createTrader, newName, PASSWORD, registerName } from './api.ts'
import { passPeriod } from './clock.ts'
import { recordNotices } from './notices.ts'
import { type ServerProcess, startServerProcess } from './server.ts'

export { expect }

/** The browser's own messages for a refusal, and for no answer. */
export const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/
export const NO_ANSWER = /^Failed to load resource: net::ERR_|^WebSocket connection to '\S+' failed/

/** Console errors and CSP violations of a test's pages. Any fails the test. */
export type Faults = {
  /** Errors this test causes on purpose; the browser also logs each refusal. */
  allow(...expected: readonly RegExp[]): void
  /** Watches another device's pages too. */
  watch(device: BrowserContext): void
}

/** A user with a name, a running option and one that settled after thirty seconds. */
export type Trader = {
  token: string
  /** The option that settled. */
  ended: () => Promise<MicrotradeOrder>
  /** Binds a card and opens a lasting position in lots. */
  position: () => Promise<void>
  /** Lets everything with an end date end, so that nothing ends during a test; a position remains. */
  quiet: () => Promise<void>
}

type Fixtures = { faults: Faults }
/** Shared by the tests of a worker, made on first use. All are here, since another set of worker fixtures would end the worker. */
type WorkerFixtures = {
  /** For tests that leave it usable. */
  server: ServerProcess
  /** A user on that server, for tests that only read. */
  resident: Account
  /** The user name of a user. */
  named: string
  trader: Trader
  /** A server whose paper reviewer and payouts take half a day or more: the test decides. */
  slow: ServerProcess
  /**
   * A server with instant reviews and days of ten minutes: longer than a test, which advances the clock. No test requests
   * a code from it.
   */
  quick: ServerProcess
}

const QUICK_DAY_SECONDS = 600
/** How long a day lasts on the quick server, in ms. */
export const QUICK_DAY_MS = QUICK_DAY_SECONDS * 1_000

const buy = (server: ServerProcess, token: string, seconds: number) =>
  call(
    server.url,
    submit,
    {
      symbol: 'BTCUSDT',
      direction: seconds === 30 ? 'rise' : 'fall',
      currency: 'USDT',
      amount: '1250',
      seconds,
      requestId: `an-option-of-${seconds}-seconds`,
    },
    token,
  )

async function open({ url }: ServerProcess, token: string): Promise<void> {
  await call(url, cashSave, { ...bankCard, proof: { password: PASSWORD } }, token)
  const order = { symbol: 'EURUSD', direction: 'long', lots: '0.1', requestId: 'a-position-in-lots' } as const
  await call(url, forex.submit, order, token)
  // It opens at the next price. If the clock is advanced before that, it ends without one.
  const states = async () =>
    (await call(url, list, { list: 0 }, token)).flatMap(({ kind, state }) => (kind === 'forex' ? [state] : []))
  await expect.poll(states).toEqual(['open.standing'])
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  resident: [async ({ server }, use) => use(await createTrader(server)), { scope: 'worker' }],
  named: [
    async ({ server }, use) => {
      const username = newName()
      await registerName(server.url, username)
      await use(username)
    },
    { scope: 'worker' },
  ],
  trader: [
    async ({ server }, use) => {
      const token = await registerName(server.url, newName())
      await becomeKnown(server, token)
      await buy(server, token, 30)
      await passPeriod(server, token)
      await buy(server, token, 300)
      const ended = async () => {
        // The other one also ends, without a price, if tests of this worker advance the clock by more than its period.
        const completed = async () =>
          (await call(server.url, lists, { list: 1 }, token)).find(({ seconds }) => seconds === 30)
        await expect.poll(completed).toBeDefined()
        return (await completed()) as MicrotradeOrder
      }
      let opened: Promise<void> | undefined
      const position = () => {
        opened ??= open(server, token)
        return opened
      }
      const quiet = async () => {
        await position()
        await ended()
        const running = () => call(server.url, lists, { list: 0 }, token)
        const dues = (await running()).map(({ openTime, seconds }) => (openTime ?? server.now()) + seconds * 1_000)
        await server.advance(Math.max(0, ...dues.map((due) => due - server.now())))
        await expect.poll(running).toEqual([])
      }
      await use({ token, ended, position, quiet })
    },
    { scope: 'worker' },
  ],
  slow: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServerProcess({ REVIEW_SECONDS: '86400', PAYOUT_SECONDS: '43200' })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  quick: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const settings = { PAPER_DAY_SECONDS: String(QUICK_DAY_SECONDS), REVIEW_SECONDS: '0' }
      const server = await startServerProcess(settings)
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    await recordNotices(context)
    await use(context)
  },
  faults: [
    async ({ context }, use) => {
      const found: string[] = []
      const allowed: RegExp[] = []
      const watch = (device: BrowserContext) => {
        device.on('console', (message) => {
          if (message.type() === 'error') found.push(`${message.text()} ${message.location().url}`)
        })
        device.on('weberror', (error) => found.push(String(error.error().stack)))
      }
      watch(context)
      await use({ watch, allow: (...expected) => void allowed.push(...expected) })
      expect(found.filter((text) => !allowed.some((each) => each.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})
