import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Database, openSqlite } from '../../server/platform/database/database.ts'
import { buildPages } from '../../server/platform/http/build.ts'
import { getRealInfo } from '../../src/api/account/kyc.ts'
import { payPassword } from '../../src/api/account/safe.ts'
import { addAddress } from '../../src/api/money/withdrawal.ts'
import { call, newName, PASSWORD, registerName, showWho } from '../browser/kit/api.ts'
import { EVM_ADDRESS, PAY_PASSWORD } from '../server/withdrawal/support.ts'
import type { Bench } from './benchmark.ts'
import { openBrowser, openPhone, PHONE } from './browser.ts'
import { openPlatform } from './orders-people.ts'
import { move } from './records-people.ts'
import { freshFolder, startServer } from './server.ts'

/** A small phone, in CSS pixels. */
export const SMALL = { width: 360, height: 800 }
const RECORDS = 300

/** The measuring environment, as stated in a row. */
export const where = `the real server and its prices, ${SMALL.width}x${SMALL.height} at scale ${PHONE.scale} in Chromium with the processor ${PHONE.slowdown} times slower`

export type App = {
  page: Page
  /** Loads the app at a place, in a new document, with the service worker in control. */
  open(place: string): Promise<void>
}

/** Someone who may trade and withdraw, with 300 records. Returns the token. */
async function signUp(url: string, database: Database): Promise<string> {
  const username = newName()
  const token = await registerName(url, username)
  await showWho(url, token)
  while ((await call(url, getRealInfo, {}, token)).state !== 'verified') await sleep(50)
  const set = { action: 'set', password: PAY_PASSWORD, confirm: PAY_PASSWORD, proof: { password: PASSWORD } } as const
  await call(url, payPassword, set, token)
  const cold = { network: 'ethereum', address: EVM_ADDRESS, label: 'Cold wallet', payPassword: PAY_PASSWORD } as const
  await call(url, addAddress, cold, token)
  const platform = await openPlatform(database)
  const { id } = await platform.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await move(platform, id, RECORDS)
  return token
}

/** The app on a small phone. `watch`: a script of each document. */
export async function openApp(bench: Bench, watch: string): Promise<App> {
  await buildPages({ info: bench.say })
  const folder = freshFolder(bench)
  const settings = { DATA_DIR: folder, REVIEW_SECONDS: '0', ADDRESS_WAIT_SECONDS: '0' }
  const server = await startServer(bench, settings)
  const url = `http://127.0.0.1:${server.port}`
  const database = openSqlite(join(folder, 'quoin.db'))
  const token = await signUp(url, database)
  await database.close()
  const browser = await openBrowser(bench)
  const { page, cdp } = await openPhone(browser, { ...SMALL, hasTouch: true })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(url)
  await page.evaluate(async (kept) => {
    localStorage.setItem('token', kept)
    await navigator.serviceWorker.ready
  }, token)
  await page.addInitScript({ content: watch })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
  return {
    page,
    open: async (place) => {
      // Another place of the same document would be a change of its hash, and load nothing.
      await page.goto('about:blank')
      await page.goto(`${url}/#${place}`)
      await hasContent(page)
    },
  }
}

/** Waits until a page shows its content instead of its skeleton. */
export async function hasContent(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main && /\S/.test(main.innerText) && !main.querySelector('[class*="skeleton"]')
  })
}

/** Waits until the page has nothing to do: what loads after the first screen is there. */
export const isIdle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let times = 0; times < 3; times++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
