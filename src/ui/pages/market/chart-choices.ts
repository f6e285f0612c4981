import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { type ChartInterval, chartIntervals } from '../../../rules/intervals.ts'
import { indicatorKeys } from '../../chart/indicators.ts'
import { keep, readKept } from '../../kept.ts'

const schema = v.object({
  interval: v.optional(v.picklist(chartIntervals)),
  indicators: v.array(v.picklist(indicatorKeys)),
})

/** What a person chose to see on a chart: the same on every chart, and kept on this device. Without `interval`: none. */
export type ChartChoices = Readonly<v.InferOutput<typeof schema>>

const isChoices = (value: unknown): value is ChartChoices => v.is(schema, value)

let choices: ChartChoices = readKept('chart', isChoices) ?? { indicators: ['ma'] }
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeChartChoices(change: Partial<ChartChoices>): void {
  choices = { ...choices, ...change }
  keep('chart', choices)
  for (const listener of listeners) listener()
}

/** The choices now. */
export const useChartChoices = (): ChartChoices => useSyncExternalStore(subscribe, () => choices)

/**
 * What a chart is of now. As long as nobody chose, it is of ticks, since options count in seconds; and of bars where the
 * market is closed and none come.
 */
export function useChartInterval(closed: boolean): ChartInterval {
  const { interval } = useChartChoices()
  return interval ?? (closed ? '5m' : 'tick')
}
