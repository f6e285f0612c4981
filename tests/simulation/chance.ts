import type { Random } from '../../server/platform/random.ts'
import { createGenerator } from '../generator.ts'

/** The choices that a seed decides. */
export type Chance = {
  /** Whether an event of this probability happens. */
  happens(probability: number): boolean
  /** An integer, both ends inclusive. */
  whole(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** One of several, by weight. */
  weigh<T extends { weight: number }>(from: readonly T[]): T
}

export function createChance(seed: string): Chance {
  const { uniform } = createGenerator(seed)
  const whole = (from: number, to: number) => from + Math.floor(uniform() * (to - from + 1))
  const pick = <T>(from: readonly T[]) => from[whole(0, from.length - 1)] as T
  return {
    happens: (probability) => uniform() < probability,
    whole,
    pick,
    weigh: (from) => {
      let left = uniform() * from.reduce((sum, { weight }) => sum + weight, 0)
      const found = from.find(({ weight }) => {
        left -= weight
        return left < 0
      })
      return found ?? pick(from)
    },
  }
}

/** A fast random source for the server; not secure. */
export function createRandom(seed: string): Random {
  const { uniform } = createGenerator(seed)
  return { bytes: (length) => Uint8Array.from({ length }, () => Math.floor(uniform() * 256)) }
}
