import { createKeptFlag, useKeptFlag } from './kept-flag.ts'

/** Whether this device hides amounts from onlookers. */
const hidden = createKeptFlag('hidden')

/** Hides or shows amounts, and saves the choice. */
export const hideAmounts = hidden.set

/** The mask of an amount. */
export const MASK = '••••••'

/** Whether amounts are hidden now. */
export const useHidden = (): boolean => useKeptFlag(hidden)

/** An amount, masked if hidden. */
export function useMask(): (amount: string) => string {
  const isHidden = useHidden()
  return (amount) => (isHidden ? MASK : amount)
}
