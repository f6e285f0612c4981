import type { Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { UpdateCommand, UpdateEvent } from '../session/update.ts'

/** What of `navigator.serviceWorker` is used. */
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
 * Effect `watchUpdate`: the service worker with the newest build. Where it cannot be had, an app that is not installed
 * works as well.
 *
 * @param container `undefined` where the browser has no service workers, as outside of https
 * @param url of the worker's script
 * @param check$ each emission is a moment to look for a newer build; at the first the worker is registered
 */
export const createWatchUpdate = (container: WorkerContainer | undefined, url: string, check$: Observable<unknown>) =>
  fromCallback<UpdateCommand>(({ sendBack, receive }) => {
    if (!container) return () => {}
    const send = (event: UpdateEvent) => sendBack(event)
    const end = new AbortController()
    let registration: WorkerRegistration | undefined

    const follow = (found: WorkerRegistration) => {
      registration = found
      // The first build that is ever kept is the one that is shown already.
      const tell = () => found.waiting && found.active && send({ type: 'update.found' })
      const onFound = () => found.installing?.addEventListener('statechange', tell, { signal: end.signal })
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
    }
    let controlled = container.controller !== null
    const onChange = () => {
      if (controlled) send({ type: 'update.taken' })
      controlled = true
    }
    container.addEventListener('controllerchange', onChange, { signal: end.signal })
    // A server out of reach, a private window, a full disk: the next check may do better.
    const checking = check$.subscribe(() => void check().catch(() => {}))
    receive(() => registration?.waiting?.postMessage('take'))
    return () => {
      checking.unsubscribe()
      end.abort()
    }
  })

/** Effect `watchPage`: whether something is open that loading the page again would lose. */
export const createWatchPage = (occupied$: Observable<boolean>) =>
  fromCallback(({ sendBack }) => {
    const listening = occupied$.subscribe((occupied) => {
      const event: UpdateEvent = { type: occupied ? 'page.occupied' : 'page.free' }
      sendBack(event)
    })
    return () => listening.unsubscribe()
  })
