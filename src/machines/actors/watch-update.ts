import type { Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { UpdateCommand, UpdateEvent } from '../session/update.ts'

/** The used part of `navigator.serviceWorker`. */
export type WorkerContainer = EventTarget & {
  readonly controller: unknown
  register(url: string, options: { updateViaCache: 'none' }): Promise<WorkerRegistration | undefined>
}
type WorkerRegistration = EventTarget & {
  readonly installing: Worker | null
  readonly waiting: Worker | null
  readonly active: Worker | null
  update(): Promise<unknown>
}
type Worker = EventTarget & { readonly state: string; postMessage(message: unknown): void }

/**
 * Effect `watchUpdate`: the service worker with the newest build. If it cannot be registered, the app works without
 * it.
 *
 * @param container `undefined` if the browser has no service workers, as outside of https
 * @param url of the worker's script
 * @param lang the language in use, whose texts the worker caches first
 * @param check$ each emission checks for a newer build; the first registers the worker
 */
export const createWatchUpdate = (
  container: WorkerContainer | undefined,
  url: string,
  lang: () => string,
  check$: Observable<unknown>,
) =>
  fromCallback<UpdateCommand>(({ sendBack, receive }) => {
    if (!container) return () => {}
    const send = (event: UpdateEvent) => sendBack(event)
    const end = new AbortController()
    let registration: WorkerRegistration | undefined
    /** Has a worker cache what it lacks of its build. */
    const complete = (worker: Worker | null | undefined) => worker?.postMessage({ keep: lang() })

    const follow = (found: WorkerRegistration) => {
      registration = found
      // The first cached build is the one already shown.
      const tell = () => found.waiting && found.active && send({ type: 'update.found' })
      const onFound = () => {
        complete(found.installing)
        found.installing?.addEventListener('statechange', tell, { signal: end.signal })
      }
      found.addEventListener('updatefound', onFound, { signal: end.signal })
      onFound()
      tell()
    }
    const check = async () => {
      const known = registration
      if (known) await known.update()
      else {
        const found = await container.register(url, { updateViaCache: 'none' })
        if (found && !registration && !end.signal.aborted) follow(found)
      }
      complete(registration?.active)
    }
    let controlled = container.controller !== null
    const onChange = () => {
      if (controlled) send({ type: 'update.taken' })
      else complete(registration?.active)
      controlled = true
    }
    container.addEventListener('controllerchange', onChange, { signal: end.signal })
    // Server unreachable, private window, full disk: the next check may succeed.
    const checking = check$.subscribe(() => void check().catch(() => {}))
    receive(() => registration?.waiting?.postMessage('take'))
    return () => {
      checking.unsubscribe()
      end.abort()
    }
  })

/** Effect `watchPage`: whether reloading the page would lose something open. */
export const createWatchPage = (occupied$: Observable<boolean>) =>
  fromCallback(({ sendBack }) => {
    const listening = occupied$.subscribe((occupied) => {
      const event: UpdateEvent = { type: occupied ? 'page.occupied' : 'page.free' }
      sendBack(event)
    })
    return () => listening.unsubscribe()
  })
