import type { Benchmark } from './benchmark.ts'
import { metricsOf, openBrowser, openPhone, PHONE, servePages } from './browser.ts'
import { median } from './figures.ts'
import { BARS, BARS_MANY } from './pages/candles.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 1
const WARM_FRAMES = 120
const FRAMES = 240

const KINDS = { floor: '#chart-floor', ours: '#chart', averages: '?ma#chart', many: '?many#chart' } as const
type Kind = keyof typeof KINDS
type Seen = { first: number; frame: number }

/** Script time of the chart at its first draw and while it pans and grows, against candles on bare uPlot. */
const chart: Benchmark = async (bench) => {
  const times = bench.quick ? QUICK_ROUNDS : ROUNDS
  bench.say('building the pages')
  const { url } = await servePages(bench)
  const browser = await openBrowser(bench)

  const look = async (kind: Kind): Promise<Seen> => {
    const { page, cdp, close } = await openPhone(browser)
    await page.goto(`${url}/${KINDS[kind]}`)
    await page.waitForFunction(() => 'chart' in window)
    const script = async (act: () => Promise<unknown>) => {
      const before = (await metricsOf(cdp)).script
      await act()
      return ((await metricsOf(cdp)).script - before) * 1_000
    }
    const first = await script(() => page.evaluate(() => window.chart.mount()))
    await page.evaluate((frames) => window.chart.run(frames), WARM_FRAMES)
    const frame = (await script(() => page.evaluate((frames) => window.chart.run(frames), FRAMES))) / FRAMES
    await close()
    bench.say(`${kind}: first ${first.toFixed(1)} ms, frame ${frame.toFixed(2)} ms`)
    return { first, frame }
  }
  const rounds: Record<Kind, Seen>[] = []
  for (let round = 0; round < times; round++) {
    const kinds = Object.keys(KINDS) as Kind[]
    const seen: Partial<Record<Kind, Seen>> = {}
    for (const kind of round % 2 === 0 ? kinds : kinds.reverse()) seen[kind] = await look(kind)
    rounds.push(seen as Record<Kind, Seen>)
  }
  const aims = { frame: { atMost: 1.3 }, first: { atMost: 1.5 } }
  const row = (what: string, kind: Kind, figure: keyof Seen, how: string) => ({
    what,
    value: median(rounds.map((seen) => seen[kind][figure] / seen.floor[figure])),
    unit: 'x' as const,
    aim: aims[figure],
    ours: `${median(rounds.map((seen) => seen[kind][figure])).toFixed(2)} ms`,
    floor: `${median(rounds.map((seen) => seen.floor[figure])).toFixed(2)} ms`,
    how,
  })
  const where = `${BARS} bars, ${PHONE.width} px wide at scale ${PHONE.scale}, the processor ${PHONE.slowdown} times slower; the median of ${times} rounds in fresh pages`
  return [
    row(
      'chart, script time of a frame',
      'ours',
      'frame',
      `script time of ${FRAMES} frames, each panned by a wheel and with a new last price, without indicators, against candles as uPlot's own demo draws them, which hear the same wheel, with the same change of scale and data; ${where}`,
    ),
    row(
      'chart with averages, script time of a frame',
      'averages',
      'frame',
      'as above, with the three moving averages that a person sees at first',
    ),
    {
      what: 'chart with 1,000,000 bars, script time of a frame',
      value: median(rounds.map((seen) => seen.many.frame)),
      unit: 'ms' as const,
      aim: { atMost: 16 },
      how: `as above with ${BARS_MANY} bars, of which as many are in view; the app holds at most 10,000`,
    },
    row('chart, first draw', 'ours', 'first', `script time from mounting the chart to its first frame; ${where}`),
    row('chart with averages, first draw', 'averages', 'first', 'as above, with the three moving averages'),
  ]
}

export default chart
