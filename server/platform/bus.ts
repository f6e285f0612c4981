import type { Logger } from 'pino'
import type { AccountEvent } from '../../src/api/events.ts'

/**
 * What the parts and, at scale, the nodes of the platform tell each other.
 *
 * - `frame`: a market frame for every subscribed socket, serialised once
 * - `account`: a private event of a user, committed
 * - `signedOut`: sessions that ended: one by its token's hash, or all of a user
 * - `recorded`: the record is complete up to this time, in ms
 */
export type Topics = {
  frame: string
  account: { userId: string; event: AccountEvent }
  signedOut: { userId: string; tokenHash?: string; key: 'signInRequired' | 'accountFrozen' }
  recorded: number
}

export type Bus = {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** The function returned ends the subscription. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void
}

type Listeners = { [T in keyof Topics]: Set<(message: Topics[T]) => void> }

/** A bus within one process. Delivery is synchronous and in order; a listener that throws is logged, and silences no other. */
export function createMemoryBus(log: Pick<Logger, 'error'>): Bus {
  const listeners: Listeners = { frame: new Set(), account: new Set(), signedOut: new Set(), recorded: new Set() }
  return {
    publish: (topic, message) => {
      for (const listener of listeners[topic]) {
        try {
          listener(message)
        } catch (error) {
          log.error({ err: error, topic }, 'a listener failed')
        }
      }
    },
    subscribe: (topic, listener) => {
      listeners[topic].add(listener)
      return () => {
        listeners[topic].delete(listener)
      }
    },
  }
}
