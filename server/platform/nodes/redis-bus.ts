import type { Logger } from 'pino'
import { type Bus, createMemoryBus, type Topics } from './bus.ts'
import type { Redis } from './redis.ts'

/** Topics shared between nodes; the others stay in their process. */
const shared = ['account', 'signedOut', 'recorded', 'feed', 'base', 'baseWanted', 'missed', 'traced'] as const

/**
 * A bus over all nodes: within this process synchronously and in order; to the others through Redis, in order and at most once. Messages
 * sent while Redis is down are lost: all nodes then get `missed` when it is back.
 *
 * @param prefix separates the channels of different installations on one Redis
 * @param node this node's unique name
 */
export async function createRedisBus(
  redis: Redis,
  { prefix, node, log }: { prefix: string; node: string; log: Pick<Logger, 'error'> },
): Promise<Bus> {
  const here = createMemoryBus(log)
  const channelOf = (topic: keyof Topics) => `${prefix}:${topic}`
  const topics = new Map(shared.map((topic) => [channelOf(topic), topic]))
  const isShared = new Set<keyof Topics>(shared)

  const hear = (text: string, channel: string) => {
    try {
      const topic = topics.get(channel)
      const [from, message] = JSON.parse(text)
      if (topic && from !== node) here.deliver(topic, message)
    } catch (error) {
      log.error({ err: error, channel }, 'a message of another node could not be parsed')
    }
  }

  const publish: Bus['publish'] = (topic, message) => {
    here.deliver(topic, message)
    if (!isShared.has(topic) || !redis.isUp) return
    redis.client.publish(channelOf(topic), JSON.stringify([node, message])).catch(() => {})
  }

  let listening = false
  await redis.onUp(async () => {
    if (listening) return publish('missed', null)
    // From then on the client subscribes again after each reconnect.
    await redis.client.subscribe([...topics.keys()], hear)
    listening = true
  })
  return { ...here, publish }
}
