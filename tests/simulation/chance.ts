import type { Random } from '../../server/platform/random.ts'
import { createGenerator } from '../generator.ts'

/** The random choices of a seed. */
export type Chance = {
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** One of several, each as often as its weight says. */
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

/** Chance for the server: as good as none for secrets, and quick. */
export function createRandom(seed: string): Random {
  const { uniform } = createGenerator(seed)
  return { bytes: (length) => Uint8Array.from({ length }, () => Math.floor(uniform() * 256)) }
}
