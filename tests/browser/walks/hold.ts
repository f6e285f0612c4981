import { expect, type Page, type Request, type Route } from '@playwright/test'
import type { Call } from '../../../src/api/wire/call.ts'

/** A request of the page that waits until the test continues it. */
export type Held = {
  /** It reaches the server, and the answer arrives. */
  go(): Promise<void>
  /** It never reaches the server. */
  lose(): Promise<void>
  /** It reaches the server, and the answer is lost. */
  loseAnswer(): Promise<void>
  /** Its payload. */
  body(): Record<string, unknown>
}

export type Calls = {
  /** The oldest waiting request, once there is one. */
  next(): Promise<Held>
  /** The number of waiting requests. */
  waiting(): number
}

/** From now on each request of this call waits for the test. */
export async function holdCalls(page: Page, { path }: Call): Promise<Calls> {
  let waiting: Route[] = []
  const forget = (request: Request) => {
    waiting = waiting.filter((route) => route.request() !== request)
  }
  // The page aborted it.
  page.on('requestfailed', forget)
  await page.route(
    ({ pathname }) => pathname === `/api/${path}`,
    (route) => void waiting.push(route),
  )
  return {
    waiting: () => waiting.length,
    next: async () => {
      await expect.poll(() => waiting.length, { message: `a request of ${path}` }).toBeGreaterThan(0)
      const [route] = waiting.splice(0, 1) as [Route]
      return {
        go: () => route.continue(),
        lose: () => route.abort('connectionreset'),
        loseAnswer: async () => {
          await route.fetch()
          await route.abort('connectionreset')
        },
        body: () => route.request().postDataJSON(),
      }
    },
  }
}
