import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import type { Platform } from './context.ts'

/**
 * A rule about a user, for operators to weigh: it decides nothing. Its words name no other user, no network address and nothing of a
 * document, because every operator reads them.
 */
export type RiskRule = {
  /** In a few words: `New device`. */
  name: string
  /** `bad`: against the rules; `warn`: to weigh; `fact`: to know. */
  weight: 'bad' | 'warn' | 'fact'
  /** What was looked at, if nothing was found. */
  clear: string
  /** What was found, with its time or number; null for nothing. */
  find(platform: Platform, userId: string): Promise<string | null>
}

/** Maximum number of other users that a rule counts. */
export const OTHERS_MAX = 10

/** A number of other accounts: “1 other account”, “10 or more other accounts”. */
export function othersInWords(count: number): string {
  const many = count >= OTHERS_MAX ? `${OTHERS_MAX} or more` : String(count)
  return `${many} other account${count === 1 ? '' : 's'}`
}

/** How long ago a time was, in seconds: “today”, “1 day ago”, “12 days ago”. */
export function agoInWords(at: number, now: number): string {
  const days = Math.floor((now - at) / DAY_SECONDS)
  if (days < 1) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
