import { useSyncExternalStore } from 'react'
import type { Interval } from '../../../rules/intervals.ts'
import type { IndicatorKey } from '../../chart/indicators.ts'

/** What a person chose to see on a chart: the same on every chart, until the app is loaded anew. */
export type ChartChoices = { interval: Interval; indicators: readonly IndicatorKey[] }

let choices: ChartChoices = { interval: '5m', indicators: ['ma'] }
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeChartChoices(change: Partial<ChartChoices>): void {
  choices = { ...choices, ...change }
  for (const listener of listeners) listener()
}

/** The choices now. */
export const useChartChoices = (): ChartChoices => useSyncExternalStore(subscribe, () => choices)
