import type { Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { AccountEvent } from '../../api/events.ts'

/** Effect `watchAccount`: the account's events, as a machine's. */
export const createWatchAccount = (event$: Observable<AccountEvent>) =>
  fromCallback<{ type: 'none' }>(({ sendBack }) => {
    const listening = event$.subscribe((event) =>
      sendBack(
        event.kind === 'wallet'
          ? { type: 'account.wallet', wallet: event.body }
          : { type: 'account.order', order: event.body },
      ),
    )
    return () => listening.unsubscribe()
  })
