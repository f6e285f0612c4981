import { is } from 'valibot'
import { CallFailed } from './answer.ts'
import type { Call, Output } from './call.ts'

/** A call's result. `asOf`: the age of a cached one, in ms since the epoch; null if it is current. */
export type Heard<T> = { value: T; asOf: number | null }

/** The subject of a request, without its size: different subjects are cached separately. */
export type About = Readonly<Record<string, string | number | undefined>>

/**
 * The last answers that the signed-in user has seen, cached on the device for when the server is unreachable. They are shown, marked as
 * old, and never used for a decision.
 */
export type KeptAnswers = {
  /** Sets the user of the cache, null without a session. Other users' answers are deleted. */
  belongTo(person: string | null): void
  /** Caches an answer in place of the last one on the same subject. */
  keep<C extends Call>(call: C, about: About, value: Output<C>): void
  /** The cached answer, or `undefined` if there is none that this version of the app can read. */
  read<C extends Call>(call: C, about: About): Promise<{ value: Output<C>; asOf: number } | undefined>
  /**
   * The answer, which is then cached; without an answer, the cached one.
   *
   * @throws CallRefused if the server refuses
   * @throws CallFailed without an answer and a cached one, or if aborted
   */
  orKept<C extends Call>(call: C, about: About, ask: () => Promise<Output<C>>): Promise<Heard<Output<C>>>
}

/** Maximum number of cached answers; beyond it the oldest are dropped. */
export const ANSWERS_MAX = 60

/** Each user has a separate cache, which is deleted as a whole. */
const PREFIX = 'answers-'

export type KeptAnswersOptions = {
  /** `undefined` if the browser has none, as outside of https. */
  storage: CacheStorage | undefined
  /** In ms since the epoch. */
  now(): number
}

/** Caches answers in the browser's Cache storage. If that is refused or full, there are none. */
export function createKeptAnswers({ storage, now }: KeptAnswersOptions): KeptAnswers {
  let owner: string | null = null
  let work: Promise<unknown> = Promise.resolve()
  // Sequentially, so that a deletion is not undone by an earlier write.
  const inTurn = (job: (storage: CacheStorage) => Promise<unknown>) => {
    if (storage) work = work.then(() => job(storage)).catch(() => {})
  }

  const put = (person: string | null, key: string, value: unknown) => {
    const answer = { asOf: now(), value }
    inTurn(async (storage) => {
      if (person === null || person !== owner) return
      const cache = await storage.open(PREFIX + person)
      // It becomes the newest, and the last one stays until then: a page may close between two steps.
      await cache.put(key, Response.json(answer))
      const keys = await cache.keys()
      await Promise.all(keys.slice(0, -ANSWERS_MAX).map((old) => cache.delete(old)))
    })
  }

  const read: KeptAnswers['read'] = async (call, about) => {
    const person = owner
    if (person === null) return undefined
    try {
      await work
      const kept = await storage?.match(keyOf(call, about), { cacheName: PREFIX + person })
      const { asOf, value } = (await kept?.json()) ?? {}
      const isOurs = person === owner && Number.isSafeInteger(asOf) && is(call.output, value)
      return isOurs ? { value: value as Output<typeof call>, asOf } : undefined
    } catch {
      return undefined
    }
  }

  return {
    belongTo: (person) => {
      owner = person
      inTurn(async (storage) => {
        const others = (await storage.keys()).filter((name) => name.startsWith(PREFIX) && name !== `${PREFIX}${person}`)
        await Promise.all(others.map((name) => storage.delete(name)))
      })
    },
    keep: (call, about, value) => put(owner, keyOf(call, about), value),
    read,
    orKept: async (call, about, ask) => {
      const person = owner
      try {
        const value = await ask()
        put(person, keyOf(call, about), value)
        return { value, asOf: null }
      } catch (error) {
        if (!(error instanceof CallFailed) || error.reason === 'aborted') throw error
        const kept = person === owner ? await read(call, about) : undefined
        if (!kept) throw error
        return kept
      }
    },
  }
}

const keyOf = ({ path }: Call, about: About) => `/${path}?${encodeURIComponent(JSON.stringify(about))}`
