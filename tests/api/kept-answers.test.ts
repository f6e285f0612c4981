import { describe, expect, it } from 'vitest'
import { list, type Wallet } from '../../src/api/money/wallet.ts'
import { lists } from '../../src/api/trade/microtrade.ts'
import { CallFailed, CallRefused } from '../../src/api/wire/answer.ts'
import { ANSWERS_MAX, createKeptAnswers } from '../../src/api/wire/kept-answers.ts'

/** The used part of a browser's Cache storage, in memory: a cache for each name. */
function createStorage() {
  const caches = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, entries)
    return {
      keys: async () => [...entries.keys()],
      // Replaces the last one, at the end, as a browser does.
      put: async (key: string, answer: Response) => {
        entries.delete(key)
        entries.set(key, answer)
      },
      delete: async (key: string) => entries.delete(key),
    }
  }
  const storage = {
    open,
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
    match: async (key: string, { cacheName }: { cacheName: string }) => caches.get(cacheName)?.get(key)?.clone(),
  }
  return { caches, storage: storage as unknown as CacheStorage }
}

const wallets = (balance: string): Wallet[] => [
  { currency: 'USDT', balance, available: balance, frozen: '0', version: 1 },
]
const noAnswer = new CallFailed('network', list.path)
const fails = (error: Error) => async () => {
  throw error
}

function setUp({ storage, caches } = createStorage()) {
  let now = 1_000
  const kept = createKeptAnswers({ storage, now: () => now })
  return { kept, caches, storage, pass: (ms: number) => (now += ms) }
}
const written = () => new Promise((resolve) => setTimeout(resolve))

describe('answers that are kept', () => {
  it('are the call’s current answer, or without one the last answer with its time', async () => {
    const { kept, pass } = setUp()
    kept.belongTo('ada')
    expect(await kept.orKept(list, {}, async () => wallets('10'))).toEqual({ value: wallets('10'), asOf: null })
    pass(1)
    expect(await kept.orKept(list, {}, async () => wallets('11'))).toEqual({ value: wallets('11'), asOf: null })
    pass(500)
    for (const reason of ['network', 'timeout', 'unreadable'] as const) {
      await expect(kept.orKept(list, {}, fails(new CallFailed(reason, list.path)))).resolves.toEqual({
        value: wallets('11'),
        asOf: 1_001,
      })
    }
  })

  it('do not replace a refusal, an aborted call or a call that was never answered', async () => {
    const { kept } = setUp()
    kept.belongTo('ada')
    kept.keep(list, {}, wallets('10'))
    await written()
    const refused = new CallRefused({ key: 'signInRequired', params: {}, text: '' })
    for (const error of [refused, new CallFailed('aborted', list.path)])
      await expect(kept.orKept(list, {}, fails(error))).rejects.toBe(error)
    await expect(kept.orKept(lists, { list: 0 }, fails(noAnswer))).rejects.toBe(noAnswer)
    await expect(kept.orKept(list, { of: 'another' }, fails(noAnswer))).rejects.toBe(noAnswer)
  })

  it('are available to the same user when the app opens again, and to no one else', async () => {
    const { kept, storage, caches } = setUp()
    kept.belongTo('ada')
    kept.keep(list, {}, wallets('10'))
    await written()
    const again = setUp({ storage, caches }).kept
    expect(await again.read(list, {})).toBeUndefined()
    again.belongTo('ada')
    expect(await again.read(list, {})).toEqual({ value: wallets('10'), asOf: 1_000 })
    const asked = again.read(list, {})
    again.belongTo('bob')
    expect(await asked).toBeUndefined()
    expect(await again.read(list, {})).toBeUndefined()
    await written()
    expect(caches.size).toBe(0)
  })

  it('are deleted when the user signs out, even one that arrives late, and other caches stay', async () => {
    const { kept, storage, caches } = setUp()
    await storage.open('quotes')
    kept.belongTo('ada')
    kept.keep(list, {}, wallets('10'))
    let answer: (value: Wallet[]) => void = () => {}
    const late = kept.orKept(list, {}, () => new Promise<Wallet[]>((resolve) => (answer = resolve)))
    kept.belongTo(null)
    kept.belongTo('bob')
    answer(wallets('12'))
    await late
    await written()
    expect([...caches.keys()]).toEqual(['quotes'])
    kept.belongTo(null)
    kept.keep(list, {}, wallets('13'))
    await written()
    expect([...caches.keys()]).toEqual(['quotes'])
  })

  it('stay until the next ones are written, also if the page closes meanwhile', async () => {
    const { kept, storage, caches } = setUp()
    kept.belongTo('ada')
    kept.keep(list, {}, wallets('10'))
    await written()
    const unwritten = async (name: string) => ({ ...(await storage.open(name)), put: () => new Promise(() => {}) })
    const closed = setUp({ storage: { ...storage, open: unwritten } as unknown as CacheStorage, caches }).kept
    closed.belongTo('ada')
    closed.keep(list, {}, wallets('11'))
    await written()
    const again = setUp({ storage, caches }).kept
    again.belongTo('ada')
    expect((await again.read(list, {}))?.value).toEqual(wallets('10'))
  })

  it('are bounded in number: those go that were kept first', async () => {
    const { kept, caches } = setUp()
    kept.belongTo('ada')
    for (let at = 0; at < ANSWERS_MAX; at++) kept.keep(list, { at }, wallets('10'))
    kept.keep(list, { at: 0 }, wallets('11'))
    kept.keep(list, { at: ANSWERS_MAX }, wallets('12'))
    await written()
    expect(caches.get('answers-ada')?.size).toBe(ANSWERS_MAX)
    expect(await kept.read(list, { at: 1 })).toBeUndefined()
    expect((await kept.read(list, { at: 0 }))?.value).toEqual(wallets('11'))
    expect((await kept.read(list, { at: ANSWERS_MAX }))?.value).toEqual(wallets('12'))
  })

  it.each(['not json', '{}', '{"asOf":1,"value":[{"currency":"USDT"}]}', '{"asOf":"then","value":[]}', '[]'])(
    'are nothing where a device holds %s',
    async (text) => {
      const { kept, caches } = setUp()
      kept.belongTo('ada')
      kept.keep(list, {}, wallets('10'))
      await written()
      const entries = caches.get('answers-ada')
      for (const key of entries?.keys() ?? []) entries?.set(key, new Response(text))
      expect(await kept.read(list, {})).toBeUndefined()
    },
  )

  it('are none where a browser has no such storage, or refuses it', async () => {
    const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'))
    const refusing = { open: refuse, keys: refuse, match: refuse, delete: refuse } as unknown as CacheStorage
    for (const storage of [undefined, refusing]) {
      const kept = createKeptAnswers({ storage, now: () => 0 })
      kept.belongTo('ada')
      expect(await kept.orKept(list, {}, async () => wallets('10'))).toEqual({ value: wallets('10'), asOf: null })
      await expect(kept.orKept(list, {}, fails(noAnswer))).rejects.toBe(noAnswer)
    }
  })
})
