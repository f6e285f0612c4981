import { EventEmitter } from 'node:events'
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

/** A bus within one process. Delivery is synchronous and in order. */
export function createMemoryBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (topic, message) => {
      emitter.emit(topic, message)
    },
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => {
        emitter.off(topic, listener)
      }
    },
  }
}
