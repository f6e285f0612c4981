const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Hours of the week, from Sunday 00:00 UTC: five behind UTC, New York has 17:00 at 22:00. */
const OPENS = 22
const CLOSES = 5 * 24 + 22

const hourOfWeek = (now: number) => ((now + 4 * DAY_MS) % WEEK_MS) / HOUR_MS

/** For how many ms the market of a symbol stays open, in a winter week without a holiday; 0 if it is closed. Metals have a break of an hour each day. */
export function winterOpenMs(symbol: string, now: number): number {
  if (symbol.endsWith('USDT')) return Number.POSITIVE_INFINITY
  const hours = hourOfWeek(now)
  const isMetal = symbol.startsWith('XA')
  const inDay = (hours - OPENS) % 24
  if (hours < OPENS || hours >= CLOSES || (isMetal && inDay < 1)) return 0
  return (isMetal ? 24 - inDay : CLOSES - hours) * HOUR_MS
}

/** Whether contracts of a symbol have ended for the week, a quarter of an hour before its weekend, or its market is closed. */
export const isEndedInWinter = (symbol: string, now: number): boolean =>
  !symbol.endsWith('USDT') && (winterOpenMs(symbol, now) === 0 || hourOfWeek(now) >= CLOSES - 0.25)
