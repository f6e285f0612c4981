import type { ComponentType } from 'react'

/** How long a page's chunk may take to load, in ms. */
export const CHUNK_TIMEOUT_MS = 60_000

export type LoadedPage =
  | { type: 'loading' }
  | { type: 'ready'; Page: ComponentType }
  | { type: 'failed'; reason: 'timeout' | 'network' }

const untouched: LoadedPage = { type: 'loading' }

/** A page that is loaded when it is first asked for, and kept. */
export type PageLoader = {
  /** Begins to load where nothing is loaded or on its way. */
  load(): void
  /** Tries again after a failure. */
  retry(): void
  now(): LoadedPage
  subscribe(changed: () => void): () => void
}

export type PageLoaderOptions = {
  timeoutMs?: number
  /** Whether the server answers: a page that fails to load while it does is gone with an older build. */
  reachable?: () => Promise<boolean>
  /** Starts the app afresh. */
  reload?: () => void
}

const serverAnswers = async () => {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  return answer.ok
}

/**
 * Loads one page.
 *
 * A browser may remember that a module failed, and a new build has other file names: where a retry fails too and the
 * server answers, the app is reloaded, and the hash brings the person back to the page.
 */
export function createPageLoader(load: () => Promise<ComponentType>, options: PageLoaderOptions = {}): PageLoader {
  const { timeoutMs = CHUNK_TIMEOUT_MS, reachable = serverAnswers, reload = () => location.reload() } = options
  const listeners = new Set<() => void>()
  let state: LoadedPage | undefined
  let attempt = 0

  const become = (next: LoadedPage) => {
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
      .then((Page) => become({ type: 'ready', Page }))
      .catch(async () => {
        if (own !== attempt || state?.type !== 'loading') return
        if (own > 1 && (await reachable().catch(() => false))) reload()
        else become({ type: 'failed', reason: 'network' })
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
