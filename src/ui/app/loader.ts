import { startAfresh } from './start-afresh.ts'

/** Timeout of loading code, in ms. */
const LOAD_TIMEOUT_MS = 60_000

export type Loaded<T> =
  | { type: 'loading' }
  | { type: 'ready'; value: T }
  /** `offline`: it is not on the device, and the server does not answer. */
  | { type: 'failed'; reason: 'timeout' | 'offline' | 'missing' }

const untouched = { type: 'loading' } as const

/** Code loaded on first use, with its exports cached: a page, or a noun's part. */
export type Loader<T> = {
  /** Starts loading, unless loaded or loading. */
  load(): void
  /** Retries after a failure. */
  retry(): void
  now(): Loaded<T>
  subscribe(changed: () => void): () => void
}

export type LoaderOptions = {
  timeoutMs?: number
  /** Whether the server answers: a chunk that fails to load while it does was removed with an older build. */
  reachable?: () => Promise<boolean>
  /** Reloads the app. */
  reload?: () => unknown
}

const serverAnswers = async () => {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  return answer.ok
}

/**
 * Loads one chunk of code.
 *
 * A browser may cache a module's failure, and a new build has other file names: if a retry fails too and the
 * server answers, the app is reloaded, and the hash restores the page.
 */
export function createLoader<T>(load: () => Promise<T>, options: LoaderOptions = {}): Loader<T> {
  const { timeoutMs = LOAD_TIMEOUT_MS, reachable = serverAnswers, reload = startAfresh } = options
  const listeners = new Set<() => void>()
  let state: Loaded<T> | undefined
  let attempt = 0

  const become = (next: Loaded<T>) => {
    state = next
    for (const listener of listeners) listener()
  }

  const begin = () => {
    const own = ++attempt
    become({ type: 'loading' })
    const late = setTimeout(() => {
      if (own === attempt && state?.type === 'loading') become({ type: 'failed', reason: 'timeout' })
    }, timeoutMs)
    load()
      .then((value) => become({ type: 'ready', value }))
      .catch(async () => {
        const isLate = () => own !== attempt || state?.type !== 'loading'
        if (isLate()) return
        const answers = await reachable().catch(() => false)
        if (isLate()) return
        if (own > 1 && answers) reload()
        else become({ type: 'failed', reason: answers ? 'missing' : 'offline' })
      })
      .finally(() => clearTimeout(late))
  }

  return {
    load: () => {
      if (!state) begin()
    },
    retry: () => {
      if (state?.type === 'failed') begin()
    },
    now: () => state ?? untouched,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** The loader `first`, ready once the others are too: all load in parallel. */
export function loadedWith<T>(first: Loader<T>, ...rest: readonly Loader<unknown>[]): Loader<T> {
  const all = [first, ...rest]
  return {
    load: () => {
      for (const each of all) each.load()
    },
    retry: () => {
      for (const each of all) each.retry()
    },
    now: () => {
      const states = rest.map((each) => each.now())
      const failed = states.find((state) => state.type === 'failed')
      return failed ?? states.find((state) => state.type === 'loading') ?? first.now()
    },
    subscribe: (changed) => {
      const stops = all.map((each) => each.subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
