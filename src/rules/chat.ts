import { mailTo, targetErrors } from './credentials.ts'
import type { FormErrors } from './form-errors.ts'

/** The longest message, in characters. */
export const CHAT_TEXT_MAX = 2_000

/** For how long a message is kept, with its picture, and a form of someone who could not sign in, in days. */
export const CHAT_KEPT_DAYS = 365

/** So many answers are needed before one may say how long they usually take. */
const ANSWERS_MIN = 3

/**
 * How long people usually wait for an answer: the median of how long they did.
 *
 * @param waits of past answers, in seconds
 * @returns seconds, or null where there are too few to say
 */
export function usualWait(waits: readonly number[]): number | null {
  if (waits.length < ANSWERS_MIN) return null
  const sorted = waits.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Whether there is something to send: words, or a picture. */
export const isSendable = (text: string, hasPicture: boolean): boolean => hasPicture || hasWords(text)

/** Anything that is seen: letters without a shape of their own are no words. */
const hasWords = (text: string): boolean => /[^\s\p{C}]/u.test(text)

/** A piece of a message. `host`: of an address of the web, which is shown as text and leads nowhere. */
export type Piece = { text: string; host?: string }

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi

/** A message in pieces, with the host of each address of the web in it: who reads one sees where it would lead. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const host = hostOf(address)
    if (host === undefined) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: address, host })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** As the network has it: letters that look like others show as `xn--`. */
function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host
  } catch {
    return undefined
  }
}

/** What someone writes who cannot sign in. */
export type ServiceForm = { email: string; text: string }
export type ServiceKey = 'wrongEmail' | 'textRequired'

/** What is wrong with it before it is sent. */
export function serviceErrors({ email, text }: ServiceForm): FormErrors<keyof ServiceForm, ServiceKey> {
  const ofAddress = targetErrors(mailTo(email)).address
  return {
    ...(ofAddress && { email: { key: 'wrongEmail' as const } }),
    ...(!hasWords(text) && { text: { key: 'textRequired' as const } }),
  }
}

/** Which field a refusal is about; null: the form as a whole. */
export const refusedServiceField = (key: string | null): keyof ServiceForm | null =>
  key === 'wrongEmail' ? 'email' : key === 'textRequired' ? 'text' : null
