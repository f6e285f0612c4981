import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createWalletBridge,
  type Eip1193Provider,
  type WalletEventName,
  type WalletMethod,
  walletEvents,
  walletMethods,
} from '../../../src/machines/actors/wallet-bridge.ts'

/** A wallet that would do anything, by every way of sending that wallets ever had. */
function createReckless() {
  const heard: unknown[] = []
  const take = async (...args: unknown[]) => {
    heard.push(args)
    return 'done'
  }
  const provider = { request: take, send: take, sendAsync: take, enable: take, on: take, removeListener: take }
  return { provider: provider as Eip1193Provider, heard }
}

const asMethod = (value: unknown) => value as WalletMethod
const allowed: ReadonlySet<unknown> = new Set(walletMethods)

const dangerous = [
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_requestPermissions',
  'wallet_watchAsset',
  'wallet_invokeSnap',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
  'personal_ecRecover',
  'personal_unlockAccount',
]

/** The letters of a text, each in either case. */
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(''))

/** Names that are nearly an allowed one. */
const nearly = fc.constantFrom(...walletMethods).chain((method) =>
  fc.oneof(
    anyCase(method),
    fc.constantFrom(` ${method}`, `${method} `, `${method}\0`, `${method}\n`, `_${method}`, method.slice(0, -1)),
    fc.string({ minLength: 1, maxLength: 4 }).map((rest) => method + rest),
    // A look-alike letter.
    fc.constant(method.replace('a', 'а')),
  ),
)

/** Things that become an allowed name when they are made a text. */
const disguised = fc
  .constantFrom(...walletMethods)
  .chain((method) =>
    fc.constantFrom<unknown>(
      [method],
      new String(method),
      { toString: () => method },
      { [Symbol.toPrimitive]: () => method },
      { method },
      Symbol.for(method),
    ),
  )

describe('the bridge to a wallet', () => {
  it('passes the six methods that the app needs, with their parameters', async () => {
    for (const method of walletMethods) {
      const { provider, heard } = createReckless()
      await expect(createWalletBridge(provider).request(method, [{ chainId: '0xa4b1' }, 2])).resolves.toBe('done')
      expect(heard).toEqual([[{ method, params: [{ chainId: '0xa4b1' }, 2] }]])
    }
    expect(walletMethods).toHaveLength(6)
  })

  it('blocks every other method', async () => {
    const names = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...dangerous).chain(anyCase),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'has', 'size'),
      nearly,
      disguised,
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        fc.pre(!allowed.has(name))
        const { provider, heard } = createReckless()
        await expect(createWalletBridge(provider).request(asMethod(name), [])).rejects.toThrow(TypeError)
        expect(heard).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('resists tampered prototypes', async () => {
    const { provider, heard } = createReckless()
    const bridge = createWalletBridge(provider)
    const inherited = Object.create({ eth_sendTransaction: true, method: 'eth_sendTransaction' })
    await expect(bridge.request(asMethod(inherited))).rejects.toThrow(TypeError)
    Object.defineProperty(Object.prototype, 'eth_sendTransaction', { value: true, configurable: true })
    try {
      await expect(bridge.request(asMethod('eth_sendTransaction'))).rejects.toThrow(TypeError)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'eth_sendTransaction')
    }
    expect(heard).toEqual([])
  })

  it('sends the checked method, even if it was changed since', async () => {
    const { provider, heard } = createReckless()
    const params: unknown[] = ['first']
    const sending = createWalletBridge(provider).request('eth_accounts', params)
    params[0] = 'second'
    await sending
    expect(heard).toEqual([[{ method: 'eth_accounts', params: ['first'] }]])
  })

  it('hides the wallet, and is immutable', () => {
    const { provider } = createReckless()
    const bridge = createWalletBridge(provider)
    expect(Reflect.ownKeys(bridge)).toEqual(['request', 'on'])
    for (const name of ['send', 'sendAsync', 'enable', 'provider', '_provider']) expect(name in bridge).toBe(false)
    expect(Object.values(bridge)).not.toContain(provider)
    expect(() => Object.assign(bridge, { request: provider.request })).toThrow(TypeError)
  })

  it('listens to three events, and to no other', () => {
    const { provider, heard } = createReckless()
    const bridge = createWalletBridge(provider)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('message', 'connect', 'data')), (name) => {
        fc.pre(!walletEvents.some((event) => event === name))
        expect(() => bridge.on(name as WalletEventName, () => {})).toThrow(TypeError)
      }),
    )
    expect(heard).toEqual([])
    for (const event of walletEvents) bridge.on(event, () => {})
    expect(heard).toHaveLength(3)
  })

  it('works without events if a wallet has none, or throws', () => {
    const request = async () => null
    const broken = () => {
      throw new Error('no listeners here')
    }
    for (const provider of [{ request }, { request, on: broken, removeListener: broken }]) {
      expect(() => createWalletBridge(provider).on('chainChanged', () => {})()).not.toThrow()
    }
  })
})
