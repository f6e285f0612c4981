import { useSelector } from '@xstate/react'
import { watchedOf } from '../../../machines/user/watchlist.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { usePart } from '../../app/part.ts'
import { market } from '../market/part.ts'

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join()

/** The symbols of the watchlist, in its order. */
export const useWatched = (): readonly string[] =>
  useSelector(usePart(market).watchlist, ({ context }) => watchedOf(context), isSame)

/** The watched ones of these instruments, in the watchlist's order. */
export const watchedIn = (instruments: readonly Instrument[], watched: readonly string[]): readonly Instrument[] =>
  watched.flatMap((wanted) => instruments.find(({ symbol }) => symbol === wanted) ?? [])
