import { type WebSocket, WebSocketServer } from 'ws'
import type { ClientFrame, ServerFrame } from '../../src/api/frames.ts'
import type { Bench, Benchmark } from './benchmark.ts'
import { metricsOf, openBrowser, openPhone, PHONE, servePages, watchFrames } from './browser.ts'
import { paired, quantile } from './figures.ts'
import { instruments, snapshot, ticks } from './pages/market.ts'

const ROUNDS = 5
const TICKS_A_SECOND = 1_000
const SETTLE_MS = 2_500
const WINDOW_MS = 4_000

type Server = Awaited<ReturnType<typeof servePages>>['server']

/** Speaks the protocol of the socket, as fast as the benchmark wants. */
function serveTicks({ after }: Bench, server: Server): void {
  const sockets = new WebSocketServer({ server })
  const watching = new Set<WebSocket>()
  let seq = 1
  sockets.on('connection', (socket) => {
    const send = (frame: ServerFrame) => socket.send(JSON.stringify(frame))
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ClientFrame
      const time = Date.now()
      if (frame.type === 'hello') send({ type: 'hello', v: 1, time, pingSeconds: 20, eventSeq: null })
      if (frame.type === 'ping') send({ type: 'pong', id: frame.id, time })
      if (frame.type !== 'subscribe') return
      send(snapshot(seq, time))
      watching.add(socket)
    })
    socket.on('close', () => watching.delete(socket))
  })
  const everyMs = (instruments.length / TICKS_A_SECOND) * 1_000
  const timer = setInterval(() => {
    const frame = JSON.stringify(ticks(++seq, Date.now()))
    for (const socket of watching) socket.send(frame)
  }, everyMs)
  after(() => {
    clearInterval(timer)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
}

/** A list of fifty markets under a thousand ticks a second, against writing the same prices straight into the page. */
const ticksBench: Benchmark = async (bench) => {
  bench.say('building the pages')
  const { server, url } = await servePages(bench)
  serveTicks(bench, server)
  const browser = await openBrowser(bench)
  const frames: Record<string, number[]> = { ticks: [], 'ticks-floor': [] }

  const share = async (name: 'ticks' | 'ticks-floor') => {
    const { page, cdp, close } = await openPhone(browser)
    await page.goto(`${url}/#${name}`)
    const size = await page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])
    if (size.join() !== [PHONE.width, PHONE.height, PHONE.scale].join()) throw new Error(`the window is ${size}`)
    await page.waitForTimeout(SETTLE_MS)
    const before = await metricsOf(cdp)
    await page.waitForTimeout(WINDOW_MS)
    const after = await metricsOf(cdp)
    frames[name]?.push(...(await page.evaluate(watchFrames, WINDOW_MS)))
    await close()
    const busy = (after.task - before.task) / (after.time - before.time)
    const script = (after.script - before.script) / (after.time - before.time)
    bench.say(`${name}: ${percent(busy)} busy, ${percent(script)} in script`)
    return busy
  }
  const { ours, floor, ratio } = await paired(
    ROUNDS,
    () => share('ticks'),
    () => share('ticks-floor'),
  )
  const p99 = (name: string) => quantile(frames[name] ?? [], 0.99)
  const where = `${PHONE.width}x${PHONE.height} at scale ${PHONE.scale} in Chromium with the processor ${PHONE.slowdown} times slower`
  return [
    {
      what: 'main thread under 1,000 ticks/s',
      value: ratio,
      unit: 'x',
      aim: { atMost: 1.2 },
      ours: percent(ours),
      floor: percent(floor),
      how: `share of the time in tasks over ${WINDOW_MS / 1000} s, ${where}: 50 rows of the app on its own socket and streams, against the same rows whose text and colour are written once a frame from the parsed message, without a flash; median of ${ROUNDS} pairs by turns`,
    },
    {
      what: 'frame p99 under 1,000 ticks/s',
      value: p99('ticks'),
      unit: 'ms',
      aim: { atMost: 17 },
      floor: `${p99('ticks-floor').toFixed(1)} ms`,
      how: `time between the starts of two frames, over ${ROUNDS} windows of ${WINDOW_MS / 1000} s; the floor is the direct writer`,
    },
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

export default ticksBench
