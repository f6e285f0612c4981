import type { RedisClientType } from '@redis/client'
import type { Logger } from 'pino'

/** Silence after which Redis counts as down, in ms; it is pinged twice in that time. */
const SILENT_MS_MAX = 3_000
const FIRST_MS_MAX = 2_000
const BACKOFF_MS_MIN = 50
const BACKOFF_MS_MAX = 1_000

/** A persistent connection to Redis, which reconnects on its own. */
export type Redis = {
  readonly isUp: boolean
  client: RedisClientType
  /** Calls back now if connected, and after each reconnect. */
  onUp(callback: () => Promise<void>): Promise<void>
  close(): void
}

/**
 * Connects to Redis, and retries for as long as the process lives: a node starts and serves without it.
 *
 * @returns once it is connected, or after a short wait
 */
export async function openRedis(url: string, log: Pick<Logger, 'info' | 'error'>): Promise<Redis> {
  // Loaded lazily: hundreds of files, which slow the start of a server without Redis.
  const { createClient } = await import('@redis/client')
  const callbacks: (() => Promise<void>)[] = []
  let isUp = false
  let complained = false
  const client: RedisClientType = createClient({
    url,
    // Fail instead of queueing while offline: a minute-old price is useless.
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
    if (!complained)
      log.error(
        { err: error },
        'Redis is unreachable: nodes receive nothing from each other, and each counts its own rate limits',
      )
    complained = true
  })
  const onReady = async () => {
    // Subscriptions are restored before this is answered.
    await client.ping()
    isUp = true
    complained = false
    log.info('Redis is reachable')
    for (const callback of [...callbacks]) await callback()
  }
  // Not the result of `connect`: a subscriber between that and the ping's answer would miss the first event.
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
