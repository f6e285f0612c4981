import { EventEmitter } from 'node:events'
import { EMPTY } from 'rxjs'
import { type AnyActorLogic, createActor, toPromise } from 'xstate'
import { createWallets, type Wallets } from '../../../src/machines/actors/browser-wallets.ts'
import type { Eip1193Provider } from '../../../src/machines/actors/wallet-bridge.ts'
import { ADDRESS } from '../kit/people.ts'

export const OURS = '0xa4b1'

/** An error as wallets make them. */
export const walletError = (code: number | string, message = 'no', data?: unknown) =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) })

/** A fake wallet's behaviour beyond the standards. */
export type Habits = {
  chainId?: string | number
  accounts?: unknown
  /** The error for an unknown chain; undefined if it knows every chain. */
  unknownChain?: unknown
  /** Whether adding a chain switches to it too. */
  addSwitches?: boolean
  /** The answer to a completed switch. */
  switchAnswer?: unknown
  /** How many more reads see the old chain after a switch. */
  lag?: number
  /** Thrown by a method instead of an answer. */
  throws?: Record<string, unknown>
  /** Thrown by a switch that was carried out all the same. */
  throwsAfterSwitch?: unknown
  sign?(message: string, address: string): Promise<unknown> | unknown
}

export type FakeWallet = Eip1193Provider & {
  asked: { method: string; params: readonly unknown[] }[]
  emitter: EventEmitter
}

/** A small EIP-1193 wallet. */
export function createFakeWallet(habits: Habits = {}): FakeWallet {
  const { addSwitches = true, switchAnswer = null } = habits
  const emitter = new EventEmitter()
  const asked: FakeWallet['asked'] = []
  let chainId: string | number = habits.chainId ?? OURS
  let before: string | number = chainId
  let lag = 0
  let knows = habits.unknownChain === undefined
  const moveTo = (next: string) => {
    before = chainId
    chainId = next
    lag = habits.lag ?? 0
  }
  const nameOf = (params: readonly unknown[]) => String(Object(params[0]).chainId)

  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { accounts = [ADDRESS.toLowerCase()], throws = {} } = habits
    if (Object.hasOwn(throws, method)) throw throws[method]
    switch (method) {
      case 'eth_chainId':
        return lag-- > 0 ? before : chainId
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return accounts
      case 'wallet_switchEthereumChain':
        if (!knows) throw habits.unknownChain
        moveTo(nameOf(params))
        if (habits.throwsAfterSwitch !== undefined) throw habits.throwsAfterSwitch
        return switchAnswer
      case 'wallet_addEthereumChain':
        knows = true
        if (addSwitches) moveTo(nameOf(params))
        return null
      case 'personal_sign':
        return habits.sign?.(String(params[0]), String(params[1]))
      default:
        throw walletError(-32_601, `the method ${method} does not exist`)
    }
  }
  return {
    asked,
    emitter,
    request: ({ method, params = [] }) => {
      asked.push({ method, params })
      return answer(method, params)
    },
    on: (event, listener) => emitter.on(event, listener),
    removeListener: (event, listener) => emitter.off(event, listener),
  }
}

export const methodsOf = ({ asked }: FakeWallet) => asked.map(({ method }) => method)

/** A window with wallets in it, and no real time. */
export function createWindow(options: { ethereum?: unknown } = {}) {
  return Object.assign(new EventTarget(), options)
}

/** Makes a wallet announce itself now and on request (EIP-6963). */
export function announce(window: EventTarget, provider: unknown, info: Record<string, unknown>): void {
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}

/** The wallets of a window that has this one, and its id. */
export async function walletsWith(wallet: FakeWallet): Promise<{ wallets: Wallets; walletId: string }> {
  const window = createWindow()
  announce(window, wallet, { uuid: 'wallet-1', name: 'Keyring' })
  const wallets = createWallets({ window, returned$: EMPTY, wait: async () => {} })
  await wallets.find()
  return { wallets, walletId: 'wallet-1' }
}

/** Runs an effect to its end. */
export const run = <T>(logic: AnyActorLogic, input?: unknown): Promise<T> => {
  const actor = createActor(logic, { input: input as never })
  actor.subscribe({ error: () => {} })
  const ended = toPromise(actor)
  actor.start()
  return ended as Promise<T>
}

/** The reason that an effect was refused with. */
export const reasonFor = (ended: Promise<unknown>): Promise<unknown> =>
  ended.then(
    () => 'none',
    (error: unknown) => Object(error).reason ?? error,
  )
