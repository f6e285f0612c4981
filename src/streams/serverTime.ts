/** The server's time, as well as this device can know it. */
export type ServerTime = {
  /** Milliseconds since the epoch on the server's clock. The device's own time until a sample has come. */
  serverNow(): number
  /** Whether a sample has come since the start or the last `reset`. */
  isKnown(): boolean
  /** Takes in an answer of the server. `sentAt`, `receivedAt`: device time in ms; `time`: server time in ms. */
  sample(sentAt: number, receivedAt: number, time: number): void
  /** Trusts no sample before this moment: the device's clock has jumped. */
  reset(): void
}

/** Samples to choose from. Older ones are forgotten, so that the estimate follows a device's clock that drifts. */
const SAMPLES_MAX = 8

/**
 * Estimates the offset between this device's clock and the server's: an answer was made half a round trip before it
 * came, within half a round trip. Of the last samples the one with the shortest round trip counts, as in NTP's clock
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
