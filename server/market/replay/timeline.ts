/** A recording and how it is played. Times in recorded ms; `speed`: recorded time over the server's. */
export type Play = { first: number; last: number; from: number; speed: number; loops: boolean }

/** A moment of a recording. `pass`: how often it was played to its end before. `position`: recorded ms. */
export type Moment = { pass: number; position: number }

/**
 * How a recording lies on the server's clock: where it is follows from the time alone, so that it goes on after a
 * restart, and on another node, as a market does.
 *
 * @param since when it began, in ms of the server
 */
export function createTimeline({ first, last, from, speed, loops }: Play, since: number) {
  const length = Math.max(1, last - first)
  return {
    /** What is played at a time of the server. */
    at(now: number): Moment {
      const played = from - first + (now - since) * speed
      const pass = loops ? Math.max(0, Math.floor(played / length)) : 0
      return { pass, position: first + played - pass * length }
    },
    /** When a moment is played, in ms of the server. */
    playedAt: ({ pass, position }: Moment): number => since + (pass * length + position - from) / speed,
  }
}

export type Timeline = ReturnType<typeof createTimeline>
