/** A recording and its playback. Times in recorded ms; `speed`: recorded time per server time. */
export type Play = { first: number; last: number; from: number; speed: number; loops: boolean }

/** A moment of a recording. `pass`: number of complete passes before it. `position`: recorded ms. */
export type Moment = { pass: number; position: number }

/**
 * Maps the server's clock to a recording: the position follows from the time alone, so that it continues after a restart, and on another
 * node, as a market does.
 *
 * @param since its start, in ms of server time
 */
export function createTimeline({ first, last, from, speed, loops }: Play, since: number) {
  const length = Math.max(1, last - first)
  return {
    /** The moment played at a server time. */
    at(now: number): Moment {
      const played = from - first + (now - since) * speed
      const pass = loops ? Math.max(0, Math.floor(played / length)) : 0
      return { pass, position: first + played - pass * length }
    },
    /** The server time at which a moment is played, in ms. */
    playedAt: ({ pass, position }: Moment): number => since + (pass * length + position - from) / speed,
  }
}

export type Timeline = ReturnType<typeof createTimeline>
