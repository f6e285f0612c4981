import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type Account, createAccount } from './api.ts'
import { type ServerProcess, startServerProcess } from './server.ts'

export { expect }

/** The browser's own words where the server refuses, and where none answers. */
export const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/
export const NO_ANSWER = /^Failed to load resource: net::ERR_|^WebSocket connection to '\S+' failed/

/** Errors on the consoles of a test's pages, and breaches of their content security policy. Any fails the test. */
type Faults = {
  /** What this test brings about on purpose: the browser has a line for each refusal, too. */
  allow(...expected: readonly RegExp[]): void
  /** Watches the pages of one more device. */
  watch(device: BrowserContext): void
}

type Fixtures = { faults: Faults }
type WorkerFixtures = {
  /** A server that goes on to the next test: for tests that do not harm it. */
  server: ServerProcess
  /** Someone on that server, for tests that change nothing of theirs. */
  resident: Account
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
  resident: [async ({ server }, use) => use(await createAccount(server.url)), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
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
