import { useSyncExternalStore } from 'react'
import { distinctUntilChanged, type Observable } from 'rxjs'
import * as v from 'valibot'
import { type ChartInterval, chartIntervals } from '../../../rules/intervals.ts'
import { indicatorKeys } from '../../chart/indicators.ts'
import { keep, readKept } from '../../kept.ts'

const schema = v.object({
  interval: v.optional(v.picklist(chartIntervals)),
  indicators: v.array(v.picklist(indicatorKeys)),
})

/** What a person chose to see on a chart: the same on every chart, and kept on this device for each person. Without `interval`: none. */
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
 * Lets each person find their own choices, and whoever has made none what this device has.
 *
 * @param person$ who looks, or null
 */
export function keepChoicesApart(person$: Observable<string | null>): void {
  person$.pipe(distinctUntilChanged()).subscribe((person) => {
    name = person === null ? DEVICE : `${DEVICE}.${person}`
    choices = readKept(name, isChoices) ?? ofDevice()
    for (const listener of listeners) listener()
  })
}

/** The choices now. */
export const chartChoices = (): ChartChoices => choices
export const useChartChoices = (): ChartChoices => useSyncExternalStore(subscribe, chartChoices)

/**
 * What a chart is of now. As long as nobody chose, it is of ticks, since options count in seconds; and of bars where the
 * market is closed and none come.
 */
export function useChartInterval(closed: boolean): ChartInterval {
  const { interval } = useChartChoices()
  return interval ?? (closed ? '5m' : 'tick')
}
