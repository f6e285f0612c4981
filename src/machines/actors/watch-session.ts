import { distinctUntilChanged, type Observable } from 'rxjs'
import { fromCallback } from 'xstate'

/** Effect `watchSession`: tells when whoever was signed in is not any more, or is someone else. */
export const createWatchSession = (userId$: Observable<string | null>) =>
  fromCallback<{ type: 'none' }>(({ sendBack }) => {
    let before: string | null = null
    const listening = userId$.pipe(distinctUntilChanged()).subscribe((userId) => {
      if (before !== null) sendBack({ type: 'session.over' })
      before = userId
    })
    return () => listening.unsubscribe()
  })
