import { lookup as systemLookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overTls } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PushSubscriptionKeys } from '../../src/api/account/notifications.ts'
import type { Config } from '../platform/config.ts'
import { contactOf } from '../platform/http/well-known.ts'
import { Undeliverable } from '../platform/messengers.ts'
import { isPublicAddress } from '../platform/public-address.ts'
import { isOwn, isSealable, readEndpoint } from './endpoint.ts'
import type { PushKeys } from './push-keys.ts'

/** The subscription has ended, or is invalid. */
export class Gone extends Error {}

/** A notification: of two with the same `topic`, a device that was offline gets only the later one. */
export type Pushed = { payload: string; topic: string; urgent: boolean }

const SEND_MS_MAX = 8_000
/** How long a push service stores an undelivered notification, in seconds. */
const KEPT_SECONDS = 86_400

type PushOptions = {
  config: Pick<Config, 'PUSH_HOSTS' | 'SUPPORT_EMAIL' | 'SECURITY_CONTACT' | 'PUBLIC_URL'>
  keys: PushKeys
  /** Finds addresses; by default the system. */
  lookup?: typeof systemLookup
}

/**
 * Sends Web Push (RFC 8030), encrypted for each browser (RFC 8291). No redirects, and no address outside the public network except the
 * operator's hosts.
 *
 * @returns sends; throws `Gone` if the subscription has ended, `Undeliverable` if a retry is useless
 */
export const createPush =
  ({ config, keys, lookup = systemLookup }: PushOptions) =>
  async (subscription: PushSubscriptionKeys, { payload, topic, urgent }: Pushed): Promise<void> => {
    const url = readEndpoint(subscription.endpoint, config.PUSH_HOSTS)
    if (!url) throw new Gone('push: no push service')
    // A subscription stored before keys were validated.
    if (!isSealable(subscription.keys)) throw new Gone('push: no keys')
    // Loaded lazily: the price thread does not use it.
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: subjectOf(config), ...keys },
      TTL: KEPT_SECONDS,
      urgency: urgent ? 'high' : 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    })
    const status = await post(url, headers, body, isOwn(url, config.PUSH_HOSTS) ? lookup : publicAlone(lookup))
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 410) throw new Gone(`push: ${status}`)
    const fault = `push: ${status}`
    throw status >= 500 || status === 429 || status === 408 ? new Error(fault) : new Undeliverable(fault)
  }

/** Whom a push service can write to about what this server sends (RFC 8292). Some services refuse requests without a contact. */
function subjectOf(config: PushOptions['config']): string {
  const { PUBLIC_URL } = config
  return contactOf(config) ?? (PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'https://quoin.invalid')
}

function post(
  url: URL,
  headers: Record<string, string | number>,
  body: Buffer | null,
  lookup: LookupFunction,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? overTls : overHttp
    const signal = AbortSignal.timeout(SEND_MS_MAX)
    const request = ask(url, { method: 'POST', headers, lookup, signal }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    // Only the error's name: a browser's endpoint is secret.
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(error instanceof Undeliverable ? error : new Error(`push: ${error.code ?? 'no answer'}`)),
    )
    request.end(body)
  })
}

/** Checks the address at the time of connecting: a name could resolve elsewhere by then (DNS rebinding). */
function publicAlone(lookup: typeof systemLookup): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) done(error, [])
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        done(new Undeliverable('push: an address that is not public'), [])
      } else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}
