import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type ClientFrame, clientFrame } from '../../../src/api/frames.ts'

/** What one connection may do, how long the hub waits for it, and how many there may be. */
export const limits = {
  connectionsMax: 10_000,
  connectionsPerAddressMax: 64,
  /** Frames a second, over a burst of `framesBurst`. */
  framesPerSecondMax: 10,
  framesBurst: 40,
  /** Above this, market frames are skipped: the gap in their numbers makes the app ask for a snapshot. */
  unreadBytesSkip: 256 * 1024,
  /** Above this, the connection is cut. */
  unreadBytesMax: 1024 * 1024,
  helloMsMax: 10_000,
  /** How long a connection that is being closed may take to agree. */
  closeMsMax: 1_000,
  pingMs: 10_000,
  /** How often it is asked again whether a session still holds: it may grow too old, or be ended by another process. */
  recheckMs: 60_000,
}

/** Answers an upgrade that is not made, and lets go of the connection, whether the peer does or not. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Frames that a connection may still send, refilled with time. `at`: when that was counted, in ms. */
export type Allowance = { frames: number; at: number }

/** Takes a frame off the allowance. @returns whether there was one left */
export function takeFrame(allowance: Allowance, now: number): boolean {
  const refill = ((now - allowance.at) / 1000) * limits.framesPerSecondMax
  allowance.frames = Math.min(limits.framesBurst, allowance.frames + Math.max(0, refill)) - 1
  allowance.at = now
  return allowance.frames >= 0
}

/** What the app says, or `undefined` for what makes no sense. */
export function parseFrame(text: string): ClientFrame | undefined {
  try {
    const result = v.safeParse(clientFrame, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
