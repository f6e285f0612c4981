import type { Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { UpdateEvent } from '../update.ts'

/** Effect `watchPage`: whether something is open that loading the page again would lose. */
export const createWatchPage = (occupied$: Observable<boolean>) =>
  fromCallback(({ sendBack }) => {
    const listening = occupied$.subscribe((occupied) => {
      const event: UpdateEvent = { type: occupied ? 'page.occupied' : 'page.free' }
      sendBack(event)
    })
    return () => listening.unsubscribe()
  })
