import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChrome } from '../browser/kit/chrome.ts'
import type { Bench } from './benchmark.ts'
import { buildPage } from './build.ts'

/** A mid-range phone, emulated on this machine. `SLOWDOWN`: less than 4 where the machine's own browser is slow. */
export const PHONE = { width: 390, height: 844, scale: 3, slowdown: Number(process.env.SLOWDOWN ?? 4) }

/** The scale is Chromium's own flag: where Playwright emulates it, canvases draw at 1x. */
export async function openBrowser({ after }: Pick<Bench, 'after'>): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChrome(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--force-device-scale-factor=${PHONE.scale}`,
      '--window-size=600,1000',
      '--hide-scrollbars',
    ],
  })
  after(() => browser.close())
  return browser
}

/** A page of a fresh browser profile at phone size, with a throttled CPU. */
export async function openPhone(
  browser: Browser,
  { width, height, hasTouch = false }: { width: number; height: number; hasTouch?: boolean } = PHONE,
): Promise<{ page: Page; cdp: CDPSession; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: null, hasTouch })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  // A window is at least 500 px wide. A scale of 0 keeps the flag's.
  await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
  await cdp.send('Performance.enable')
  return { page, cdp, close: () => context.close() }
}

/** Main-thread time of a page since it was opened, in seconds. */
export async function metricsOf(cdp: CDPSession): Promise<{ time: number; task: number; script: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { time: metric('Timestamp'), task: metric('TaskDuration'), script: metric('ScriptDuration') }
}

/** Runs in the page: the times between frames, in ms. */
export const watchFrames = (ms: number) =>
  new Promise<number[]>((resolve) => {
    const gaps: number[] = []
    const began = performance.now()
    let last = 0
    const step = (now: number) => {
      if (last > 0) gaps.push(now - last)
      last = now
      if (now - began < ms) requestAnimationFrame(step)
      else resolve(gaps)
    }
    requestAnimationFrame(step)
  })

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Builds the pages of the benchmarks with the app's own settings, and serves them. */
export async function servePages(bench: Pick<Bench, 'after'>) {
  const built = await buildPage(join(import.meta.dirname, 'pages'))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = pathname === '/' ? 'index.html' : pathname.slice(1)
    try {
      const bytes = readFileSync(join(built, file))
      response.writeHead(200, { 'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
      response.end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  bench.after(() => server.close())
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
