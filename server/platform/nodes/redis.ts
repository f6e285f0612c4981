import type { RedisClientType } from '@redis/client'
import type { Logger } from 'pino'

/** A server that says nothing for so long is away, in ms; it is asked for a sign of life twice in that time. */
const SILENT_MS_MAX = 3_000
const FIRST_MS_MAX = 2_000
const BACKOFF_MS_MIN = 50
const BACKOFF_MS_MAX = 1_000

/** A kept connection to Redis, which comes back by itself. */
export type Redis = {
  readonly isUp: boolean
  client: RedisClientType
  /** Calls back now where the connection is there, and each time that it is there again. */
  onUp(callback: () => Promise<void>): Promise<void>
  close(): void
}

/**
 * Connects to Redis, and goes on trying for as long as the process lives: a node starts and serves without it.
 *
 * @returns once it is connected, or after a moment
 */
export async function openRedis(url: string, log: Pick<Logger, 'info' | 'error'>): Promise<Redis> {
  // Hundreds of files, which a server without it starts faster without.
  const { createClient } = await import('@redis/client')
  const callbacks: (() => Promise<void>)[] = []
  let isUp = false
  let complained = false
  const client: RedisClientType = createClient({
    url,
    // What cannot be sent now is done without, and not sent later: a price of a minute ago is of no use.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    pingInterval: SILENT_MS_MAX / 2,
    socket: {
      connectTimeout: SILENT_MS_MAX,
      socketTimeout: SILENT_MS_MAX,
      reconnectStrategy: (retries) => Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** Math.min(retries, 10)),
    },
  })
  client.on('error', (error) => {
    isUp = false
    if (!complained) log.error({ err: error }, 'Redis is away: no node hears another, and each counts for itself')
    complained = true
  })
  const onReady = async () => {
    // Subscriptions are made anew before this is answered.
    await client.ping()
    isUp = true
    complained = false
    log.info('Redis is there')
    for (const callback of [...callbacks]) await callback()
  }
  // Not what `connect` answers: who listens after that, and before the ping is answered, would hear nothing of the first.
  const up = new Promise<void>((resolve) => {
    client.on('ready', () => onReady().then(resolve, () => {}))
  })
  client.connect().catch(() => {})
  await Promise.race([up, new Promise((resolve) => setTimeout(resolve, FIRST_MS_MAX).unref())])
  return {
    get isUp() {
      return isUp && client.isReady
    },
    client,
    onUp: async (callback) => {
      callbacks.push(callback)
      if (isUp) await callback()
    },
    close: () => client.destroy(),
  }
}
