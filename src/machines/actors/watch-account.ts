import { map, merge, type Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { AccountEvent } from '../../api/events.ts'

/** Effect `watchAccount`: the account's events, as a machine's; and that some were missed for good. */
export const createWatchAccount = (event$: Observable<AccountEvent>, missed$: Observable<void>) =>
  fromCallback<{ type: 'none' }>(({ sendBack }) => {
    const told$ = merge(event$.pipe(map(asMachineEvent)), missed$.pipe(map(() => ({ type: 'account.missed' }))))
    const listening = told$.subscribe(sendBack)
    return () => listening.unsubscribe()
  })

const asMachineEvent = (event: AccountEvent) =>
  event.kind === 'wallet'
    ? { type: 'account.wallet', wallet: event.body }
    : { type: 'account.order', order: event.body }
