import { createHash } from 'node:crypto'

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/**
 * A seeded random generator for tests, which keeps their seeds reproducible. The market draws from a cipher.
 *
 * Source: xoshiro128**, D. Blackman and S. Vigna, 2018, prng.di.unimi.it.
 */
export function createGenerator(seed: string): { uniform(): number } {
  const words = createHash('sha256').update(seed).digest()
  let a = words.readUInt32LE(0)
  let b = words.readUInt32LE(4)
  let c = words.readUInt32LE(8)
  let d = words.readUInt32LE(12)

  /** Evenly spread over 0 to 1, both excluded. */
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
  return { uniform }
}
