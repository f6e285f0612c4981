/** The server's time, as estimated by this device. */
export type ServerTime = {
  /** Milliseconds since the epoch on the server's clock. The device's own time before the first sample. */
  serverNow(): number
  /** Whether there is a sample since the start or the last `reset`. */
  isKnown(): boolean
  /** Adds an answer of the server. `sentAt`, `receivedAt`: device time in ms; `time`: server time in ms. */
  sample(sentAt: number, receivedAt: number, time: number): void
  /** Discards all samples so far: the device's clock has jumped. */
  reset(): void
}

/** Window of samples. Older ones are dropped, so that the estimate follows a drifting clock. */
const SAMPLES_MAX = 8

/**
 * Estimates the offset between this device's clock and the server's: an answer was made half a round trip before it
 * arrived, within half a round trip. Of the last samples the one with the shortest round trip counts, as in NTP's clock
 * filter (RFC 5905, section 10).
 *
 * @param now device time in ms since the epoch
 */
export function createServerTime(now: () => number): ServerTime {
  let samples: { offset: number; roundTrip: number }[] = []
  let offset = 0
  return {
    serverNow: () => now() + offset,
    isKnown: () => samples.length > 0,
    sample: (sentAt, receivedAt, time) => {
      const roundTrip = receivedAt - sentAt
      // The device's clock was set back meanwhile.
      if (roundTrip < 0) return
      samples = [...samples.slice(1 - SAMPLES_MAX), { offset: time - (sentAt + receivedAt) / 2, roundTrip }]
      offset = samples.reduce((best, each) => (each.roundTrip <= best.roundTrip ? each : best)).offset
    },
    reset: () => {
      samples = []
    },
  }
}
