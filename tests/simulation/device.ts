import { duplexPair } from 'node:stream'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { PROTOCOL, type ServerFrame, type serverFrameOf } from '../../src/api/wire/frames.ts'
import type { Life } from './life.ts'

/** A connection to the socket, through the server's own HTTP, without a network between. */
export type Device = {
  number: number
  token: string | null
  deaf: boolean
  /** The number of the newest private event, by the last hello; null without a session. */
  hello: number | null | undefined
  /** Private events that came and are still to be looked at, in the order in which they came. */
  events: AccountEvent[]
  /** The number of the last one. */
  told: number
  /** The number of each symbol's last quote. */
  quotes: Map<string, number>
  open: boolean
  say(frame: unknown): void
  /** Sends an invalid frame. */
  babble(text: string): void
  /** The connection is gone, from one moment to the next, for both sides. */
  drop(): void
}

export type DeviceOptions = {
  number: number
  token: string | null
  /** Whether it answers pings. One that does not is half-open, and is cut. */
  deaf: boolean
  /** The schema of the server's frames. */
  frames: ReturnType<typeof serverFrameOf>
  /** The received frames, and their violations. */
  heard(device: Device, text: string): void
  wrong(what: string): void
}

/** Connects, says hello and subscribes. */
export function openDevice(life: Life, { number, token, deaf, frames, heard, wrong }: DeviceOptions): Device {
  const [near, far] = duplexPair()
  const address = `10.0.0.${number % 200}`
  life.app.http.server.emit('connection', Object.assign(far, { remoteAddress: address }))
  const raw = new WebSocket('ws://localhost/api/socket', { createConnection: () => near as never, autoPong: !deaf })
  const say = (frame: unknown) => {
    if (raw.readyState === WebSocket.OPEN) raw.send(JSON.stringify(frame))
  }
  const device: Device = {
    number,
    token,
    deaf,
    hello: undefined,
    events: [],
    told: 0,
    quotes: new Map(),
    open: true,
    say,
    babble: (text) => {
      if (raw.readyState === WebSocket.OPEN) raw.send(text)
    },
    drop: () => {
      device.open = false
      near.destroy()
      far.destroy()
    },
  }
  raw.on('open', () => {
    say({ type: 'hello', v: PROTOCOL, token })
    say({ type: 'subscribe', channel: 'quotes' })
  })
  raw.on('message', (data) => {
    if (!device.open) return
    const text = String(data)
    heard(device, text)
    const frame = JSON.parse(text) as ServerFrame
    if (frame.type !== 'quotes') v.parse(frames, frame)
    take(device, frame, wrong)
  })
  raw.on('error', () => {})
  raw.on('close', () => {
    device.open = false
  })
  return device
}

function take(device: Device, frame: ServerFrame, wrong: (what: string) => void): void {
  switch (frame.type) {
    case 'hello':
      device.hello = frame.eventSeq
      return
    case 'snapshot':
      for (const { symbol, seq } of frame.quotes) {
        const known = device.quotes.get(symbol)
        if (known !== undefined && seq < known) wrong(`a snapshot takes ${symbol} back from ${known} to ${seq}`)
        device.quotes.set(symbol, seq)
      }
      return
    case 'quotes':
      for (const [symbol, seq] of frame.quotes) {
        const known = device.quotes.get(symbol)
        if (known !== undefined && seq !== known + 1) wrong(`quote ${seq} of ${symbol} follows ${known}`)
        device.quotes.set(symbol, seq)
      }
      return
    case 'account': {
      const { seq } = frame.event
      // After a commit whose answer was lost no event is sent: the device sees the gap, and requests the missing ones.
      if (seq <= device.told) wrong(`private event ${seq} comes after ${device.told}`)
      device.told = seq
      device.events.push(frame.event)
    }
  }
}
