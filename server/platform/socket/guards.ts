import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type ClientFrame, clientFrame } from '../../../src/api/wire/frames.ts'

/** Limits of one connection, timeouts, and the number of connections. */
export const limits = {
  connectionsMax: 10_000,
  connectionsPerAddressMax: 64,
  /** Frames a second, after a burst of `framesBurst`. */
  framesPerSecondMax: 10,
  framesBurst: 40,
  /** Above this, market frames are skipped: the gap in their numbers makes the app request a snapshot. */
  unreadBytesSkip: 256 * 1024,
  /** Above this, the connection is cut. */
  unreadBytesMax: 1024 * 1024,
  helloMsMax: 10_000,
  /** How long a closing handshake may take. */
  closeMsMax: 1_000,
  pingMs: 10_000,
  /** How often a session is checked again: it may have expired, or been ended by another process. */
  recheckMs: 60_000,
}

/** Refuses an upgrade and closes the connection, even if the peer does not. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Token bucket of a connection's frames. `at`: when it was last refilled, in ms. */
export type Allowance = { frames: number; at: number }

/** Takes one frame from the bucket. @returns whether there was one left */
export function takeFrame(allowance: Allowance, now: number): boolean {
  const refill = ((now - allowance.at) / 1000) * limits.framesPerSecondMax
  allowance.frames = Math.min(limits.framesBurst, allowance.frames + Math.max(0, refill)) - 1
  allowance.at = now
  return allowance.frames >= 0
}

/** A client frame, or `undefined` if invalid. */
export function parseFrame(text: string): ClientFrame | undefined {
  try {
    const result = v.safeParse(clientFrame, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
