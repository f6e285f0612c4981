import { hash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Refusal } from '../../src/api/wire/messages.ts'
import { CAPTCHA_NUMBER_MAX, CAPTCHA_SECONDS, type Captcha } from '../../src/rules/account/captcha.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Relief } from '../platform/http/rules.ts'
import { CAPTCHA_FAILURE_TIMES, CAPTCHA_TIMES, captchaOnce } from './limits.ts'

const ALGORITHM = 'SHA-256'
const SALT_BYTES = 12
/** A salt with its expiry, in seconds since the epoch. */
const SALT = /^[0-9a-f]{24}\?expires=(\d{1,12})&$/

const hashOf = (salt: string, number: number) => hash('sha256', `${salt}${number}`)

type Signs = Pick<Platform, 'vault'>
const signatureOf = ({ vault }: Signs, challenge: string) => vault.fingerprint('captcha', challenge)

/** A challenge for a device. Nothing is stored: its signature proves its origin, and its salt contains its expiry. */
export function makeCaptcha(platform: Pick<Platform, 'vault' | 'random' | 'clock'>): Captcha {
  const { random, clock } = platform
  const number = Buffer.from(random.bytes(4)).readUInt32BE() % CAPTCHA_NUMBER_MAX
  // The trailing `&` keeps digits from moving between salt and number.
  const salt = `${Buffer.from(random.bytes(SALT_BYTES)).toString('hex')}?expires=${nowSeconds(clock) + CAPTCHA_SECONDS}&`
  const challenge = hashOf(salt, number)
  return {
    algorithm: ALGORITHM,
    challenge,
    maxnumber: CAPTCHA_NUMBER_MAX,
    salt,
    signature: signatureOf(platform, challenge),
  }
}

const answer = v.object({
  algorithm: v.literal(ALGORITHM),
  challenge: v.string(),
  number: v.pipe(v.number(), v.integer(), v.minValue(0)),
  salt: v.pipe(v.string(), v.regex(SALT)),
  signature: v.string(),
})

/**
 * Accepts the solution of one of our challenges, once.
 *
 * @throws Refusal `wrongCaptcha` if it is invalid, expired or used
 */
export async function takeCaptcha(
  platform: Pick<Platform, 'vault' | 'clock' | 'throttle'>,
  text: string,
): Promise<void> {
  const read = v.safeParse(answer, jsonOf(text))
  if (!read.success) throw new Refusal('wrongCaptcha')
  const { challenge, number, salt, signature } = read.output
  const expires = Number(SALT.exec(salt)?.[1])
  const isSolved =
    isSame(signature, signatureOf(platform, challenge)) &&
    hashOf(salt, number) === challenge &&
    expires > nowSeconds(platform.clock)
  if (!isSolved || !(await platform.throttle.take(captchaOnce, challenge)).allowed) throw new Refusal('wrongCaptcha')
}

/** Past the limits of a network a device solves a challenge for each call, up to a multiple that the users of one network might need. */
export const captchaRelief: Relief<object> = {
  says: 'a solved captcha',
  times: CAPTCHA_TIMES,
  failureTimes: CAPTCHA_FAILURE_TIMES,
  once: captchaOnce,
  take: async (input, platform) => {
    if (!('captcha' in input) || typeof input.captcha !== 'string') return false
    await takeCaptcha(platform, input.captcha)
    return true
  },
}

function isSame(given: string, ours: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(ours)]
  // In bytes: a character may have several.
  return one.length === other.length && timingSafeEqual(one, other)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
