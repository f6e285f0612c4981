import { isIdle, openApp, where } from './app.ts'
import type { Benchmark } from './benchmark.ts'
import { quantile } from './figures.ts'
import { flows } from './flows.ts'
import { type Slowest, vitalsHere, watchVitals } from './vitals.ts'

const ROUNDS = 2
const QUICK_ROUNDS = 1
/** A task that a person notices, in ms. */
const LONG_MS = 100
/** How many of the slowest interactions are printed. */
const WORST = 10

const parts = ({ ms, target, inputDelay, processing, presentation, script }: Slowest) =>
  `${ms.toFixed(0)} ms at ${target}: input delay ${inputDelay.toFixed(0)}, processing ${processing.toFixed(0)}, presentation ${presentation.toFixed(0)}${script && ` (${script})`}`

/** How soon the app answers to a tap or a key, by flows that a person makes in it. */
const interactions: Benchmark = async (bench) => {
  const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS
  const chosen = bench.quick ? flows.filter(({ quick }) => quick) : flows
  const { page, open } = await openApp(bench, watchVitals())
  const slowest: (Slowest & { name: string })[] = []
  const moved: { name: string; cls: number }[] = []
  const longTasks: string[] = []
  for (let round = 1; round <= rounds; round++) {
    bench.say(`round ${round} of ${rounds}`)
    for (const { name, at, act } of chosen) {
      await open(at)
      const shownAt = await page.evaluate(() => performance.now())
      await isIdle(page)
      await act(page).catch((error) => {
        throw new Error(`${name}: ${error.message}`)
      })
      await isIdle(page)
      const { inp, cls, moved: what, longTasks: tasks } = await page.evaluate(vitalsHere)
      if (inp) slowest.push({ ...inp, name })
      moved.push({ name, cls })
      if (cls > 0) bench.say(`${name}: moved ${cls.toFixed(4)}, most of all ${what}`)
      for (const { start, ms } of tasks)
        if (start > shownAt && ms > LONG_MS) {
          longTasks.push(name)
          bench.say(`${name}: a task of ${ms} ms, ${(start - shownAt).toFixed(0)} ms after the first screen`)
        }
    }
  }
  const worst = [...slowest].sort((a, b) => b.ms - a.ms)
  for (const each of worst.slice(0, WORST)) bench.say(`${each.name}: ${parts(each)}`)
  const size = bench.quick ? { size: `${chosen.length} flows` } : {}
  const how = `${chosen.length} flows, each in a document of its own, ${rounds} times, ${where}`
  return [
    {
      what: 'interaction to next paint, p75',
      value: quantile(
        slowest.map(({ ms }) => ms),
        0.75,
      ),
      unit: 'ms',
      ...size,
      aim: { atMost: 150 },
      ours: `worst ${worst[0]?.ms.toFixed(0)} ms: ${worst[0]?.name}`,
      how: `INP of a flow by the web-vitals library; ${how}`,
    },
    {
      what: 'layout shift',
      value: Math.max(...moved.map(({ cls }) => cls)),
      unit: 'count',
      ...size,
      aim: { atMost: 0 },
      how: `the highest CLS of a flow by the web-vitals library; ${how}`,
    },
    {
      what: `tasks over ${LONG_MS} ms after the first screen`,
      value: longTasks.length / rounds,
      unit: 'count',
      ...size,
      aim: { atMost: 0 },
      ours: [...new Set(longTasks)].join(', '),
      how: `the mean count of all flows; ${how}`,
    },
  ]
}

export default interactions
