import { continued, type Traceparent, type WithTelemetry } from '../telemetry/telemetry.ts'
import type { Bus, Topics } from './bus.ts'

/** A bus message on its way to another thread. `at`: the trace that it belongs to. */
export type Crossing = { [T in keyof Topics]: { topic: T; message: Topics[T]; at?: Traceparent } }[keyof Topics]

/**
 * A bus over two threads of one process: to this one through `here`, synchronously; to the other one through a port, in order and without
 * loss. The other thread must use `deliver`, because other nodes have already received the message.
 *
 * @param topics that the other thread subscribes to
 */
export function createPortBus(
  here: Bus,
  post: (crossing: Crossing) => void,
  topics: readonly (keyof Topics)[],
  { telemetry }: WithTelemetry,
): Bus {
  const crosses = new Set(topics)
  return {
    ...here,
    publish: (topic, message) => {
      here.publish(topic, message)
      if (!crosses.has(topic)) return
      const at = telemetry?.traceparent()
      post({ topic, message, ...(at && { at }) } as Crossing)
    },
  }
}

/** Delivers the other thread's message to this thread only. */
export const deliverCrossing = (bus: Bus, { topic, message, at }: Crossing, platform: WithTelemetry): void =>
  continued(platform, at, () => bus.deliver(topic, message))
