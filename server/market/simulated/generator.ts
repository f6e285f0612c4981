import { createCipheriv, createHash } from 'node:crypto'

export type Generator = {
  /** Uniform in (0, 1). */
  uniform(): number
  /** Normally distributed, mean 0, deviation 1. */
  normal(): number
  /** Poisson-distributed number of events, for small means. */
  poisson(mean: number): number
}

const BYTES_AT_ONCE = 8_192
const ZEROS = Buffer.alloc(BYTES_AT_ONCE)

/**
 * A random generator that is repeatable by its seed, and unpredictable without it, even from its earlier draws: the key stream of a cipher.
 *
 * Source: AES-256 in counter mode, NIST SP 800-38A, 6.5; normal numbers by Box and Muller, 1958; Poisson numbers by Knuth, The Art of
 * Computer Programming, volume 2, 3.4.1.
 */
export function createGenerator(seed: string): Generator {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16))
  let stream = ZEROS
  let place = BYTES_AT_ONCE
  let spare: number | undefined

  const uniform = () => {
    if (place === BYTES_AT_ONCE) {
      stream = cipher.update(ZEROS)
      place = 0
    }
    const word = stream.readUInt32LE(place)
    place += 4
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
