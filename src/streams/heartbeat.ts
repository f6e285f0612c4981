import { asyncScheduler, interval, type SchedulerLike, Subscription, timer } from 'rxjs'
import type { ClientFrame } from '../api/wire/frames.ts'
import type { ServerTime } from './serverTime.ts'

export type Heartbeat = {
  /** Handles a pong of the server. `time`: server time in ms. */
  pong(id: number, time: number): void
  /** Pings now, with a timeout of `PROBE_MS_MAX`. Returns the ping's number. */
  probe(): number
  stop(): void
}

export type HeartbeatOptions = {
  everyMs: number
  send(frame: ClientFrame): boolean
  serverTime: Pick<ServerTime, 'sample'>
  /** Called once, if the connection is silent. */
  onDead(): void
  scheduler?: SchedulerLike
}

/** Timeout of a probe, in ms. */
export const PROBE_MS_MAX = 5_000

/**
 * Detects a dead connection that was not closed. A ping is sent every period, and one that is still
 * unanswered a period later means that it is dead: so silence is noticed within two periods.
 */
export function createHeartbeat({
  everyMs,
  send,
  serverTime,
  onDead,
  scheduler = asyncScheduler,
}: HeartbeatOptions): Heartbeat {
  const lifetime = new Subscription()
  /** When each unanswered ping was sent, oldest first. */
  const waiting = new Map<number, number>()
  let lastId = 0

  const stop = () => lifetime.unsubscribe()

  const die = () => {
    stop()
    onDead()
  }

  const ping = () => {
    const id = ++lastId
    waiting.set(id, scheduler.now())
    send({ type: 'ping', id })
    return id
  }

  lifetime.add(
    interval(everyMs, scheduler).subscribe(() => {
      const [oldest = Number.POSITIVE_INFINITY] = waiting.values()
      if (scheduler.now() - oldest >= everyMs) die()
      else ping()
    }),
  )

  return {
    pong: (id, time) => {
      const sentAt = waiting.get(id)
      if (sentAt === undefined) return
      serverTime.sample(sentAt, scheduler.now(), time)
      // Answers arrive in order: earlier pings count as answered.
      for (const earlier of waiting.keys()) if (earlier <= id) waiting.delete(earlier)
    },
    probe: () => {
      const id = ping()
      const deadline = timer(PROBE_MS_MAX, scheduler).subscribe(() => {
        if (waiting.has(id)) die()
      })
      lifetime.add(deadline)
      return id
    },
    stop,
  }
}
