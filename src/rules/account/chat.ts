import type { FormErrors } from '../orders/form-errors.ts'
import { mailTo, targetErrors } from './credentials.ts'

/** Maximum length of a message, in characters. */
export const CHAT_TEXT_MAX = 2_000

/** Retention of a message with its picture, and of a contact form, in days. */
export const CHAT_KEPT_DAYS = 365

/** Minimum number of answers for a usual response time. */
const ANSWERS_MIN = 3

/**
 * The usual response time: the median of past ones.
 *
 * @param waits of past answers, in seconds
 * @returns seconds, or null if there are too few
 */
export function usualWait(waits: readonly number[]): number | null {
  if (waits.length < ANSWERS_MIN) return null
  const sorted = waits.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Whether there is something to send: text, or a picture. */
export const isSendable = (text: string, hasPicture: boolean): boolean => hasPicture || hasWords(text)

/** Any visible character. */
const hasWords = (text: string): boolean => /[^\s\p{C}]/u.test(text)

/** A part of a message. `host`: of a web address, which is shown as text and not as a link. */
export type Piece = { text: string; host?: string }

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi

/** Splits a message, with the host of each web address, so that the reader sees where it would lead. */
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

/** In ASCII form: look-alike letters show as `xn--`. */
function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host
  } catch {
    return undefined
  }
}

/** The contact form of a user who cannot sign in. */
export type ServiceForm = { email: string; text: string }
export type ServiceKey = 'wrongEmail' | 'textRequired'

/** Its errors, before it is sent. */
export function serviceErrors({ email, text }: ServiceForm): FormErrors<keyof ServiceForm, ServiceKey> {
  const ofAddress = targetErrors(mailTo(email)).address
  return {
    ...(ofAddress && { email: { key: 'wrongEmail' as const } }),
    ...(!hasWords(text) && { text: { key: 'textRequired' as const } }),
  }
}

/** The field that an error belongs to; null for the whole form. */
export const refusedServiceField = (key: string | null): keyof ServiceForm | null =>
  key === 'wrongEmail' ? 'email' : key === 'textRequired' ? 'text' : null
