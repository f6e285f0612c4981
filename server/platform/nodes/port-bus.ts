import type { Bus, Topics } from './bus.ts'

/** A message of a bus on its way to another thread. */
export type Crossing = { [T in keyof Topics]: { topic: T; message: Topics[T] } }[keyof Topics]

/**
 * A bus over two threads of one process: in this one as `here`, at once and in order; to the other one by a port, in
 * order, and none is lost. The other thread is to `deliver` what it gets: other nodes have heard it already.
 *
 * @param topics what the other thread wants to hear
 */
export function createPortBus(here: Bus, post: (crossing: Crossing) => void, topics: readonly (keyof Topics)[]): Bus {
  const crosses = new Set(topics)
  return {
    ...here,
    publish: (topic, message) => {
      here.publish(topic, message)
      if (crosses.has(topic)) post({ topic, message } as Crossing)
    },
  }
}

/** Tells this thread alone what the other one said. */
export const deliverCrossing = (bus: Bus, { topic, message }: Crossing): void => bus.deliver(topic, message)
