import type { Logger } from 'pino'
import type { AccountEvent } from '../../../src/api/wire/events.ts'
import type { TradeDelta } from '../../../src/api/wire/frames.ts'
import type { Traceparent } from '../telemetry/telemetry.ts'

/** The current minute of a symbol: its time in seconds, open, high, low, close and volume in minor units. */
export type Minute = readonly [
  symbol: string,
  time: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
]

/** A symbol's trades in wire format, oldest first. */
export type SymbolTrades = { symbol: string; trades: readonly TradeDelta[] }

/**
 * The leader's market data, each tenth of a second, also without changes. `number` counts from 1 in each term of a leader; `closedMs`:
 * seconds up to this time are complete; `minutes`: of changed symbols; `trades`: from the source, if it provides any.
 */
export type Feed = {
  term: number
  number: number
  closedMs: number
  frames: readonly string[]
  minutes: readonly Minute[]
  trades?: readonly SymbolTrades[]
}

/** All quotes after the feed of this number, as a snapshot frame. */
export type Base = Omit<Feed, 'frames' | 'trades'> & { snapshot: string }

/**
 * Messages between modules and nodes.
 *
 * - `frame`: a market frame for every subscribed socket of this node, serialised once
 * - `trades`: trades of the source, for every socket of this node that watches their symbol
 * - `account`: a committed private event of a user
 * - `signedOut`: ended sessions: one by its token's hash, or all of a user
 * - `recorded`: the record is complete up to this time, in ms
 * - `feed`, `base`: prices, from the node that makes them
 * - `baseWanted`: a node has missed some of them
 * - `missed`: messages between nodes may have been lost
 * - `published`: articles were published or retracted
 * - `traced`: a recorded call placed an order, whose later steps belong to the same trace
 */
export type Topics = {
  frame: string
  trades: SymbolTrades
  account: { userId: string; event: AccountEvent }
  signedOut: { userId: string; tokenHash?: string; key: 'signInRequired' | 'accountFrozen' }
  recorded: number
  feed: Feed
  base: Base
  baseWanted: null
  missed: null
  published: null
  traced: { order: string; at: Traceparent }
}

export type Bus = {
  /** Sends to this process, synchronously, and to every other node. */
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** Sends to this process only. */
  deliver<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** The returned function unsubscribes. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void
}

type Listener<T extends keyof Topics> = (message: Topics[T]) => void

/** A bus within one process. Delivery is synchronous and in order; a listener that throws is logged, and does not stop the others. */
export function createMemoryBus(log: Pick<Logger, 'error'>): Bus {
  const listeners: { [T in keyof Topics]?: Set<Listener<T>> } = {}
  const listenersOf = <T extends keyof Topics>(topic: T): Set<Listener<T>> => {
    const known: Set<Listener<T>> | undefined = listeners[topic]
    if (known) return known
    const made = new Set<Listener<T>>()
    Object.assign(listeners, { [topic]: made })
    return made
  }
  const deliver: Bus['deliver'] = (topic, message) => {
    for (const listener of listenersOf(topic)) {
      try {
        listener(message)
      } catch (error) {
        log.error({ err: error, topic }, 'a listener failed')
      }
    }
  }
  return {
    publish: deliver,
    deliver,
    subscribe: (topic, listener) => {
      listenersOf(topic).add(listener)
      return () => {
        listenersOf(topic).delete(listener)
      }
    },
  }
}
