import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../src/rules/account/password-length.ts'
import type { Platform } from '../platform/context.ts'
import type { Random } from '../platform/random.ts'
import { networksOf } from '../platform/throttle.ts'
import { createTurns } from '../platform/unit/turns.ts'

const COST = 2 ** 17
const BLOCK_SIZE = 8
const PARALLELISM = 1
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Maximum concurrent hashes. Each takes 128 MiB for a third of a second: more would starve everything else. */
const AT_ONCE_MAX = 2
const WAITING_MAX = 64

const COMMON_COUNT = 3_000

// Most frequent first, in lower case, without those that the length rule refuses anyway.
const common = new Set(
  dictionary['passwords-common']
    .filter(({ length }) => length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX)
    .slice(0, COMMON_COUNT),
)

/** Whether a password is one of the 3,000 most common, ignoring case. */
export const isCommon = (password: string): boolean => common.has(password.toLowerCase())

/** The account and network of a hash, for fair queueing: many of one do not delay others. */
export type Asker = { account: string; address?: string }

export type Passwords = {
  /**
   * Hashes a password with a new salt, as a string in PHC format.
   *
   * @throws Refusal `tooManyRequests` if too many are waiting
   */
  hash(password: string, asker: Asker): Promise<string>
  /**
   * Whether the password matches the hash. Without a stored hash the result is false after the same work, so that timing does not reveal
   * it.
   *
   * @throws Refusal `tooManyRequests` if too many are waiting
   */
  verify(password: string, stored: string | null | undefined, asker: Asker): Promise<boolean>
}

/** The dependencies of a password check. */
export type PasswordDeps = { platform: Platform; passwords: Passwords }

/** Hashes by scrypt, N=2^17, r=8, p=1, at most two at once. `cost`: a smaller N, `derive`: another hash, for tests of something else. */
export function createPasswords(random: Random, { cost = COST, derive = deriveByScrypt } = {}): Passwords {
  const turn = createTurns(AT_ONCE_MAX, WAITING_MAX)
  const dummy = encode(cost, random.bytes(SALT_BYTES), random.bytes(KEY_BYTES))

  return {
    async hash(password, asker) {
      const salt = random.bytes(SALT_BYTES)
      return encode(cost, salt, await turn(() => derive(password, salt, cost), keysOf(asker)))
    },
    async verify(password, stored, asker) {
      const { cost, salt, key } = decode(stored ?? dummy)
      const same = timingSafeEqual(await turn(() => derive(password, salt, cost), keysOf(asker)), key)
      return same && typeof stored === 'string'
    },
  }
}

const keysOf = ({ account, address }: Asker) => [
  `account ${account}`,
  ...(address === undefined ? [] : networksOf(address).map(({ network }) => network)),
]

function deriveByScrypt(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const options: ScryptOptions = { N: cost, r: BLOCK_SIZE, p: PARALLELISM, maxmem: 256 * cost * BLOCK_SIZE }
  return new Promise((resolve, reject) => {
    // One keyboard composes é, another sends e and an accent: both are the same password.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

const encode = (cost: number, salt: Uint8Array, key: Uint8Array) =>
  `$scrypt$ln=${Math.log2(cost)},r=${BLOCK_SIZE},p=${PARALLELISM}$${base64(salt)}$${base64(key)}`

function decode(stored: string) {
  const match = /^\$scrypt\$ln=(\d+),r=8,p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (!match) throw new Error('a stored password hash cannot be read')
  const [, exponent, salt = '', key = ''] = match
  return { cost: 2 ** Number(exponent), salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}
