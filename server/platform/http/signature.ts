import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { type Clock, nowSeconds } from '../clock.ts'
import { type Random, secret as randomName } from '../random.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a signed call exactly as sent; empty if it was not JSON. */
    rawBody: string
  }
}

/** Maximum clock difference of a signature, in seconds, either way. */
export const SIGNED_SECONDS_MAX = 300

const HEX = /^[0-9a-f]{64}$/
const NONCE = /^[0-9A-Za-z_-]{16,64}$/

const hmac = (secret: string, time: string, nonce: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`${time}.${nonce}.${body}`).digest()

/** The signature headers of a body, each time with a new nonce. */
export function signed(body: string, secret: string, { clock, random }: { clock: Clock; random: Random }) {
  const [time, nonce] = [String(nowSeconds(clock)), randomName(random)]
  return {
    'content-type': 'application/json',
    'x-provider-time': time,
    'x-provider-nonce': nonce,
    'x-provider-signature': hmac(secret, time, nonce, body).toString('hex'),
  }
}

/**
 * Requires a recent signature with the secret. The caller must accept each nonce only once.
 *
 * @returns the nonce
 * @throws Refusal `unauthorizedOperation` for any error
 */
export function requireSigned({ headers, rawBody }: FastifyRequest, secret: string, clock: Clock): string {
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
  const [time, nonce, signature] = ['x-provider-time', 'x-provider-nonce', 'x-provider-signature'].map(text)
  const isWhole =
    rawBody !== '' && /^\d{1,12}$/.test(time ?? '') && NONCE.test(nonce ?? '') && HEX.test(signature ?? '')
  if (!isWhole || !time || !nonce || !signature) throw new Refusal('unauthorizedOperation')
  const isOurs = timingSafeEqual(hmac(secret, time, nonce, rawBody), Buffer.from(signature, 'hex'))
  const isLate = Math.abs(nowSeconds(clock) - Number(time)) > SIGNED_SECONDS_MAX
  if (!isOurs || isLate) throw new Refusal('unauthorizedOperation')
  return nonce
}
