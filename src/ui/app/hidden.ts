import { useSyncExternalStore } from 'react'
import { keep, readKept } from './kept.ts'

/** Whether this device hides amounts from onlookers. */
const NAME = 'hidden'
const isYes = (value: unknown): value is true => value === true

let hidden: boolean | undefined
const listeners = new Set<() => void>()

/** Hides or shows amounts, and saves the choice. */
export function hideAmounts(next: boolean): void {
  hidden = next
  keep(NAME, next || undefined)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The mask of an amount. */
export const MASK = '••••••'

/** Whether amounts are hidden now. */
export const useHidden = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    hidden ??= readKept(NAME, isYes) ?? false
    return hidden
  })

/** An amount, masked if hidden. */
export function useMask(): (amount: string) => string {
  const hidden = useHidden()
  return (amount) => (hidden ? MASK : amount)
}
