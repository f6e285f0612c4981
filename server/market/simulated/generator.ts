import { createHash } from 'node:crypto'

export type Generator = {
  /** Evenly spread over 0 to 1, both excluded. */
  uniform(): number
  /** Normally spread, mean 0, deviation 1. */
  normal(): number
  /** How many events of a mean rate happened. For small means. */
  poisson(mean: number): number
}

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/**
 * Chance that a seed repeats exactly. Not for secrets.
 *
 * Source: xoshiro128**, D. Blackman and S. Vigna, 2018, prng.di.unimi.it; normal numbers by Box and Muller, 1958;
 * Poisson numbers by Knuth, The Art of Computer Programming, volume 2, 3.4.1.
 */
export function createGenerator(seed: string): Generator {
  const words = createHash('sha256').update(seed).digest()
  let a = words.readUInt32LE(0)
  let b = words.readUInt32LE(4)
  let c = words.readUInt32LE(8)
  let d = words.readUInt32LE(12)
  let spare: number | undefined

  const uniform = () => {
    const word = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return (word + 0.5) / 2 ** 32
  }
  const normal = () => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
  const poisson = (mean: number) => {
    const limit = Math.exp(-mean)
    let product = uniform()
    let count = 0
    while (product > limit) {
      product *= uniform()
      count += 1
    }
    return count
  }
  return { uniform, normal, poisson }
}
