import { combineLatest, distinctUntilChanged, EMPTY, from, map, startWith, switchMap, throttleTime, timer } from 'rxjs'
import { createActor } from 'xstate'
import { createWatchPage, createWatchUpdate } from '../../machines/actors/watch-update.ts'
import { updateMachine } from '../../machines/session/update.ts'
import type { Deps } from '../app/deps.ts'
import { formOpen$ } from '../forms/open-forms.ts'
import { keepScroll } from '../router/scroll.ts'
import { trustedUrl } from '../router/trusted-url.ts'

/** When to check for a newer build: after startup, when visible again, and at an interval, in ms. */
const CHECK_MS = { first: 3_000, least: 60_000, every: 3_600_000 }

export function compose({ session, wake, inspection }: Deps) {
  const check$ = timer(CHECK_MS.first).pipe(
    switchMap(() => wake.visible$),
    switchMap((visible) => (visible ? timer(0, CHECK_MS.every) : EMPTY)),
    throttleTime(CHECK_MS.least),
  )
  const connecting$ = from(session).pipe(
    map((now) => now.hasTag('connecting')),
    startWith(session.getSnapshot().hasTag('connecting')),
    distinctUntilChanged(),
  )
  return {
    /** The newer build of the app, if any. */
    update: createActor(
      updateMachine.provide({
        actors: {
          // In development, Vite handles updates.
          watchUpdate: createWatchUpdate(
            import.meta.env.PROD ? navigator.serviceWorker : undefined,
            trustedUrl('worker', 'worker.js'),
            () => session.getSnapshot().context.lang,
            check$,
          ),
          watchPage: createWatchPage(combineLatest([formOpen$, connecting$]).pipe(map((open) => open.includes(true)))),
        },
        actions: {
          reload: () => {
            keepScroll()
            location.reload()
          },
        },
      }),
      inspection,
    ).start(),
  }
}
