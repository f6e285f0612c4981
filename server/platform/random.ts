import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Randomness: injected, so that a run can be repeated. */
export type Random = {
  /** Unpredictable bytes. */
  bytes(length: number): Uint8Array
}

const BLOCK_BYTES = 4_096

/** The system's random bytes, read in blocks: one read costs more than an id. Each byte is given out once. */
export const systemRandom: Random = createPool((block) => void randomFillSync(block))

/** Random bytes from a block that `fill` refills. Requests of more than an eighth of it are filled directly. Bytes given out are erased. */
export function createPool(fill: (block: Uint8Array) => void): Random {
  const block = new Uint8Array(BLOCK_BYTES)
  let used = BLOCK_BYTES
  return {
    bytes: (length) => {
      const bytes = new Uint8Array(length)
      if (length > BLOCK_BYTES / 8) {
        fill(bytes)
        return bytes
      }
      if (used + length > BLOCK_BYTES) {
        fill(block)
        used = 0
      }
      bytes.set(block.subarray(used, used + length))
      block.fill(0, used, used + length)
      used += length
      return bytes
    },
  }
}

/** A random string of 160 bits, in URL-safe characters: for tokens, nonces and tickets. */
export const secret = (random: Random): string => Buffer.from(random.bytes(20)).toString('base64url')

/** Six random decimal digits. */
export function digits(random: Random): string {
  const limit = 2 ** 32 - (2 ** 32 % 1_000_000)
  for (;;) {
    const number = Buffer.from(random.bytes(4)).readUInt32BE()
    if (number < limit) return String(number % 1_000_000).padStart(6, '0')
  }
}

/** Random characters of an alphabet of at most 256, uniformly distributed. */
export function randomText(random: Random, alphabet: string, length: number): string {
  // Rejects bytes above the last multiple, which would favour the first characters.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** Creates ids: 26 characters that sort by creation time, as ULIDs do. */
export type Ids = () => string

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of an id that are its time; the others are chance. */
const TIME_LENGTH = 10

/** Whether a text looks like an id, in any case: users may not choose such a name. */
export const isLikeId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/i.test(text)

/** Ids that rise strictly within one process and sort by time across processes. Format: github.com/ulid/spec. */
export function createIds(clock: Clock, random: Random): Ids {
  let last = 0n
  return () => {
    const time = BigInt(clock.now()) << 80n
    const chance = BigInt(`0x${Buffer.from(random.bytes(10)).toString('hex')}`)
    // Two ids of one millisecond keep their order: the second is a small random step above the first.
    last = time > last ? time | chance : last + (chance & 0xffffffffn) + 1n
    return written(last)
  }
}

/** The lowest id of a time, in ms: ids of that time and later are not below it. */
export const lowestIdAt = (ms: number): string => written(BigInt(ms) << 80n)

/** When an id was created, in ms. */
export const timeOfId = (id: string): number =>
  [...id.slice(0, TIME_LENGTH)].reduce((ms, letter) => ms * 32 + ALPHABET.indexOf(letter), 0)

/** 130 bits as 26 characters, 30 bits at a time: each operation on a bigint allocates memory, and one on a number does not. */
function written(number: bigint): string {
  let id = ''
  for (let part = 4n; part >= 0n; part--) {
    let rest = Number((number >> (part * 30n)) & 0x3fffffffn)
    let text = ''
    for (let index = 0; index < 6; index++) {
      text = ALPHABET[rest & 31] + text
      rest >>= 5
    }
    id += text
  }
  return id.slice(4)
}
