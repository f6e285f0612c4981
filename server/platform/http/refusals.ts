import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

/** So many refusals of one call by one key are written in a second, */
export const LINES_PER_SECOND = 5
/** and so many in all that are no fault of the server. */
export const ALL_LINES_PER_SECOND = 50
/** After so long it is said how many were left out, in ms. */
export const LEFT_OUT_MS = 10_000

const SECOND_MS = 1_000

/** Why a call was refused: `key` is of the catalogue; `call` is its path below /api/, or `none` where there is no such call. */
export type Refused = { call: string; key: string }

/**
 * Why a request was refused, in words of ours alone: its key, or its status where it has none, and its call by the pattern of its route.
 * Undefined where it was not, or where it is a page that there is not.
 */
export function refusedOf(request: FastifyRequest, status: number): Refused | undefined {
  const key = request.refusedBy ?? (request.method === 'POST' && status >= 400 ? String(status) : undefined)
  return key === undefined ? undefined : { key, call: request.routeOptions.url?.replace(/^\/api\//, '') ?? 'none' }
}

/** Which refusals are written to the log, so that a flood of them fills no disk. */
export type RefusalLog = {
  /** Whether this one is written. What is not is counted, and told by one line later. `isFault`: of the server, which no flood of others hides. */
  takes(refused: Refused, isFault: boolean): boolean
  /** Tells at once what was left out. */
  flush(): void
}

type Window = { endsAt: number; lines: number }

/**
 * A log of refusals: at most `LINES_PER_SECOND` lines for each call and key and `ALL_LINES_PER_SECOND` together, then one line for
 * each call and key that says how many were left out, `LEFT_OUT_MS` after the first of them.
 */
export function createRefusalLog(clock: Clock, log: Pick<FastifyBaseLogger, 'info'>): RefusalLog {
  const windows = new Map<string, Window>()
  const all: Window = { endsAt: 0, lines: 0 }
  const leftOut = new Map<string, Refused & { leftOut: number }>()
  let cancel: (() => void) | undefined

  const hasRoom = (window: Window, max: number, now: number): boolean => {
    // A clock that was set back begins anew, too.
    if (now >= window.endsAt || now < window.endsAt - SECOND_MS) {
      window.endsAt = now + SECOND_MS
      window.lines = 0
    }
    return window.lines < max
  }
  const flush = () => {
    cancel?.()
    cancel = undefined
    for (const line of leftOut.values()) log.info(line, 'refusals left out')
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
