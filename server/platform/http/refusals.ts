import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

/** Log lines per second for refusals of one call with one key, */
export const LINES_PER_SECOND = 5
/** and in all, not counting server errors. */
export const ALL_LINES_PER_SECOND = 50
/** Delay of the line with the number of omitted refusals, in ms. */
export const LEFT_OUT_MS = 10_000

const SECOND_MS = 1_000

/** Why a call was refused: `key` is of the catalogue; `call` is its path below /api/, or `none` for an unknown call. */
export type Refused = { call: string; key: string }

/**
 * Why a request was refused, in values that the caller cannot choose: its key, or its status if it has none, and its call by the route's
 * pattern. Undefined if it was not refused, or for a missing page.
 */
export function refusedOf(request: FastifyRequest, status: number): Refused | undefined {
  const key = request.refusedBy ?? (request.method === 'POST' && status >= 400 ? String(status) : undefined)
  return key === undefined ? undefined : { key, call: request.routeOptions.url?.replace(/^\/api\//, '') ?? 'none' }
}

/** Decides which refusals are logged, so that a flood does not fill the disk. */
export type RefusalLog = {
  /** Whether this one is logged. Omitted ones are counted, and reported later in one line. `isFault`: a server error, which no flood can hide. */
  takes(refused: Refused, isFault: boolean): boolean
  /** Reports omitted refusals at once. */
  flush(): void
}

type Window = { endsAt: number; lines: number }

/**
 * A log of refusals: at most `LINES_PER_SECOND` lines for each call and key and `ALL_LINES_PER_SECOND` in all, then one line for each call
 * and key with the number of omitted ones, `LEFT_OUT_MS` after the first of them.
 */
export function createRefusalLog(clock: Clock, log: Pick<FastifyBaseLogger, 'info'>): RefusalLog {
  const windows = new Map<string, Window>()
  const all: Window = { endsAt: 0, lines: 0 }
  const leftOut = new Map<string, Refused & { leftOut: number }>()
  let cancel: (() => void) | undefined

  const hasRoom = (window: Window, max: number, now: number): boolean => {
    // Also resets when the clock was set back.
    if (now >= window.endsAt || now < window.endsAt - SECOND_MS) {
      window.endsAt = now + SECOND_MS
      window.lines = 0
    }
    return window.lines < max
  }
  const flush = () => {
    cancel?.()
    cancel = undefined
    for (const line of leftOut.values()) log.info(line, 'refusals omitted from the log')
    leftOut.clear()
  }
  return {
    flush,
    takes: ({ call, key }, isFault) => {
      const now = clock.now()
      const id = `${call} ${key}`
      const window = windows.get(id) ?? { endsAt: 0, lines: 0 }
      windows.set(id, window)
      if (hasRoom(window, LINES_PER_SECOND, now) && (isFault || hasRoom(all, ALL_LINES_PER_SECOND, now))) {
        window.lines += 1
        if (!isFault) all.lines += 1
        return true
      }
      const line = leftOut.get(id) ?? { call, key, leftOut: 0 }
      line.leftOut += 1
      leftOut.set(id, line)
      cancel ??= clock.after(LEFT_OUT_MS, flush)
      return false
    },
  }
}
