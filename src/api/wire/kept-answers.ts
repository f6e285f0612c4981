import { is } from 'valibot'
import { CallFailed } from './answer.ts'
import type { Call, Output } from './call.ts'

/** What a call answered. `asOf`: when this device heard it, in ms since the epoch, where no answer came now; else null. */
export type Heard<T> = { value: T; asOf: number | null }

/** What is asked for, beside how much of it: two different ones are kept apart. */
export type About = Readonly<Record<string, string | number | undefined>>

/**
 * The last answers that the signed-in user has seen, kept on their device for when the server cannot be reached. They
 * are there to be looked at, marked as old: nothing is decided by one.
 */
export type KeptAnswers = {
  /** Whose answers these are from now on; null where nobody is signed in. Those of anybody else are forgotten. */
  belongTo(person: string | null): void
  /** Keeps what is known now, in place of the last of the same. */
  keep<C extends Call>(call: C, about: About, value: Output<C>): void
  /** What is kept, or `undefined` where that is nothing, or nothing that this version of the app can read. */
  read<C extends Call>(call: C, about: About): Promise<{ value: Output<C>; asOf: number } | undefined>
  /**
   * What is asked for, which is kept; or where no answer comes, what was kept before.
   *
   * @throws CallRefused where it is refused
   * @throws CallFailed where no answer came and nothing is kept, or it was given up
   */
  orKept<C extends Call>(call: C, about: About, ask: () => Promise<Output<C>>): Promise<Heard<Output<C>>>
}

/** How many answers are kept; of more, those that were kept first go. */
export const ANSWERS_MAX = 24

/** Each person has a cache of their own, which is forgotten whole. */
const PREFIX = 'answers-'

export type KeptAnswersOptions = {
  /** `undefined` where the browser has none, as outside of https. */
  storage: CacheStorage | undefined
  /** In ms since the epoch. */
  now(): number
}

/** Keeps answers in the browser's Cache storage. A browser may refuse, or have no room left: then there are none. */
export function createKeptAnswers({ storage, now }: KeptAnswersOptions): KeptAnswers {
  let owner: string | null = null
  let work: Promise<unknown> = Promise.resolve()
  // One after the other: what is forgotten last stays forgotten.
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
