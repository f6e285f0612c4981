import { defer, EMPTY, filter, fromEvent, interval, map, merge, type Observable, take } from 'rxjs'
import { WalletRefused } from '../session/session-reason.ts'
import type { FoundWallet } from '../session/session-types.ts'
import { createWalletBridge, type Eip1193Provider, type WalletBridge } from './wallet-bridge.ts'

/** The browser's wallets, and the bridge to each. */
export type Wallets = {
  /**
   * The announced wallets (EIP-6963), or else the one in `window.ethereum`, if any.
   *
   * @param all waits for late ones, too, and takes `window.ethereum` beside the announced ones
   */
  find(all?: boolean): Promise<readonly FoundWallet[]>
  /** Emits once, when the first wallet appears in a browser that had none. No request is sent to it. */
  appeared$: Observable<readonly FoundWallet[]>
  /** @throws WalletRefused `noWallet` for an id that `find` did not return */
  bridge(id: string): WalletBridge
}

export type WalletsOptions = {
  window: EventTarget & { ethereum?: unknown }
  /** Emits when the user is back on the page. */
  returned$: Observable<unknown>
  wait?: (ms: number) => Promise<void>
}

/** How long to wait for announcements before using `window.ethereum`, in ms. */
export const SETTLE_MS = 300
/** How long to wait for a late injected wallet, in ms. */
export const LATE_MS_MAX = 1_000
const STEP_MS = 100

/** How often, at an interval of a second, to look for a wallet in `window.ethereum`, which need not announce itself. */
export const LATE_LOOKS = 30

/** The id of the wallet in `window.ethereum`. It has no name of its own. */
export const INJECTED = 'window.ethereum'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Known = FoundWallet & { bridge: WalletBridge }

export function createWallets({ window, returned$, wait = pause }: WalletsOptions): Wallets {
  const announced = new Map<string, Known>()
  const providers = new Set<Eip1193Provider>()
  let injected: Known | undefined

  window.addEventListener('eip6963:announceProvider', (event) => {
    const wallet = 'detail' in event ? readAnnouncement(event.detail) : undefined
    if (!wallet || providers.has(wallet.provider) || announced.has(wallet.id)) return
    const { provider, ...known } = wallet
    providers.add(provider)
    announced.set(known.id, { ...known, bridge: createWalletBridge(provider) })
  })

  const readInjected = () => {
    if (!injected && isProvider(window.ethereum)) {
      injected = { id: INJECTED, name: '', icon: null, bridge: createWalletBridge(window.ethereum) }
    }
    return injected
  }

  const found = (all = false) => {
    if (announced.size > 0 && !all) return [...announced.values()]
    const only = readInjected()
    return only ? [...announced.values(), only] : [...announced.values()]
  }

  const listed = (all = false) => found(all).map(({ id, name, icon }) => ({ id, name, icon }))

  return {
    appeared$: defer(() =>
      listed().length > 0
        ? EMPTY
        : merge(
            fromEvent(window, 'eip6963:announceProvider'),
            // Of wallets that inject themselves after the page was loaded.
            fromEvent(window, 'ethereum#initialized'),
            interval(1_000).pipe(take(LATE_LOOKS)),
            returned$,
          ).pipe(
            map(() => listed()),
            filter((wallets) => wallets.length > 0),
            take(1),
          ),
    ),
    find: async (all = false) => {
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      await wait(SETTLE_MS)
      for (let waited = SETTLE_MS; waited < LATE_MS_MAX && (all || found().length === 0); waited += STEP_MS) {
        await wait(STEP_MS)
      }
      return listed(all)
    },
    bridge: (id) => {
      const known = announced.get(id) ?? (id === INJECTED ? readInjected() : undefined)
      if (!known) throw new WalletRefused('noWallet')
      return known.bridge
    },
  }
}

// By use, not by `in`: some wallets are a proxy without own properties.
const isProvider = (value: unknown): value is Eip1193Provider => typeof Object(value).request === 'function'

const NAME_LENGTH_MAX = 64
const ICON = /^data:image\//

/** An announced wallet, or `undefined` if the announcement is malformed. */
function readAnnouncement(detail: unknown): (FoundWallet & { provider: Eip1193Provider }) | undefined {
  const { info, provider } = Object(detail) as { info?: unknown; provider?: unknown }
  const { uuid, name, icon } = Object(info) as Record<string, unknown>
  if (typeof uuid !== 'string' || uuid === '' || typeof name !== 'string' || !isProvider(provider)) return undefined
  return {
    id: uuid,
    name: name.slice(0, NAME_LENGTH_MAX),
    icon: typeof icon === 'string' && ICON.test(icon) ? icon : null,
    provider,
  }
}
