import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as WebVitals from 'web-vitals/attribution'

/** The slowest interaction with a document; times in ms. */
export type Slowest = {
  ms: number
  /** The element, by its text. */
  target: string
  inputDelay: number
  processing: number
  presentation: number
  /** What ran longest meanwhile, if the browser reported a long frame. */
  script: string
}

/** What was seen of a document since it began to load; times in ms. */
export type Vitals = {
  inp: Slowest | null
  cls: number
  /** What moved most. */
  moved: string
  longTasks: { start: number; ms: number }[]
}

/** Runs in the page before anything else. */
function watch(vitals: typeof WebVitals): void {
  const seen: Vitals = { inp: null, cls: 0, moved: '', longTasks: [] }
  Object.assign(window, { vitals: seen })
  const named = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    const control = element?.closest('a, button, label, input, textarea, select, [role="tab"]') ?? element
    const name = control?.getAttribute('aria-label') || control?.textContent?.trim() || control?.id || ''
    return `${control?.tagName.toLowerCase()} “${name.replace(/\s+/g, ' ').slice(0, 40)}”`
  }
  const options = { reportAllChanges: true, durationThreshold: 16, generateTarget: named }
  vitals.onINP(({ value, attribution }) => {
    const script = attribution.longestScript
    seen.inp = {
      ms: value,
      target: attribution.interactionTarget ?? '',
      inputDelay: attribution.inputDelay,
      processing: attribution.processingDuration,
      presentation: attribution.presentationDelay,
      script: script
        ? `${script.subpart} ${script.entry.invoker} ${script.entry.sourceFunctionName} ${script.intersectingDuration.toFixed(0)} ms`
        : '',
    }
  }, options)
  vitals.onCLS(({ value, attribution }) => {
    seen.cls = value
    seen.moved = attribution.largestShiftTarget ?? ''
  }, options)
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.longTasks.push({ start: startTime, ms: Math.round(duration) })
  })
  tasks.observe({ type: 'longtask', buffered: true })
}

/** The script for each document. */
export const watchVitals = (): string => {
  const library = readFileSync(
    fileURLToPath(import.meta.resolve('web-vitals/attribution')).replace(/\.js$/, '.iife.js'),
    'utf8',
  )
  return `${library}\n;(${watch})(webVitals)`
}

/** Runs in the page: what was seen until now. */
export const vitalsHere = (): Vitals => (window as unknown as { vitals: Vitals }).vitals
