import { useSyncExternalStore } from 'react'
import { distinctUntilChanged, type Observable } from 'rxjs'
import * as v from 'valibot'
import { type ChartInterval, chartIntervals } from '../../../rules/market/intervals.ts'
import { keep, readKept } from '../../app/kept.ts'
import { indicatorKeys } from '../../chart/indicators.ts'

const schema = v.object({
  interval: v.optional(v.picklist(chartIntervals)),
  indicators: v.array(v.picklist(indicatorKeys)),
  kind: v.optional(v.string()),
})

/** The user's choices on a chart: the same on every chart, stored on this device per user. `kind`: of order. Without `interval`: not chosen. */
export type ChartChoices = Readonly<v.InferOutput<typeof schema>>

const isChoices = (value: unknown): value is ChartChoices => v.is(schema, value)

const DEVICE = 'chart'
const ofDevice = (): ChartChoices => readKept(DEVICE, isChoices) ?? { indicators: ['ma'] }

let name = DEVICE
let choices = ofDevice()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeChartChoices(change: Partial<ChartChoices>): void {
  choices = { ...choices, ...change }
  keep(name, choices)
  for (const listener of listeners) listener()
}

/**
 * Stores settings per user; a user without any starts with the device's.
 *
 * @param person$ the signed-in user, or null
 */
export function keepChoicesApart(person$: Observable<string | null>): void {
  person$.pipe(distinctUntilChanged()).subscribe((person) => {
    name = person === null ? DEVICE : `${DEVICE}.${person}`
    choices = readKept(name, isChoices) ?? ofDevice()
    for (const listener of listeners) listener()
  })
}

/** The current settings. */
export const chartChoices = (): ChartChoices => choices
export const useChartChoices = (): ChartChoices => useSyncExternalStore(subscribe, chartChoices)

/**
 * The current chart interval. By default ticks, because options count in seconds; and bars where the market is closed.
 */
export function useChartInterval(closed: boolean): ChartInterval {
  const { interval } = useChartChoices()
  return interval ?? (closed ? '5m' : 'tick')
}
