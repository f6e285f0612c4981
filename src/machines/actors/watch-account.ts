import { distinctUntilChanged, map, merge, type Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { AccountEvent } from '../../api/events.ts'

/** Effect `watchAccount`: the account's events, as a machine's; and that some were missed for good. */
export const createWatchAccount = (event$: Observable<AccountEvent>, missed$: Observable<void>) =>
  fromCallback<{ type: 'none' }>(({ sendBack }) => {
    const told$ = merge(event$.pipe(map(asMachineEvent)), missed$.pipe(map(() => ({ type: 'account.missed' }))))
    const listening = told$.subscribe(sendBack)
    return () => listening.unsubscribe()
  })

const asMachineEvent = (event: AccountEvent) => {
  switch (event.kind) {
    case 'wallet':
      return { type: 'account.wallet', wallet: event.body }
    case 'microtrade':
      return { type: 'account.order', order: { kind: event.kind, ...event.body } }
    case 'lever':
      return { type: 'account.order', order: { kind: event.kind, ...event.body } }
    case 'spot':
      return { type: 'account.order', order: { kind: event.kind, ...event.body } }
    case 'forex':
      return { type: 'account.order', order: { kind: event.kind, ...event.body } }
    case 'deposit':
      return { type: 'account.deposit', deposit: event.body }
    case 'withdrawal':
      return { type: 'account.withdrawal', withdrawal: event.body }
    case 'swap':
      return { type: 'account.swap', swap: event.body }
    case 'plan':
      return { type: 'account.plan', plan: event.body }
    case 'savings':
      return { type: 'account.savings', savings: event.body }
    case 'strategy':
      return { type: 'account.strategy', strategy: event.body }
    case 'loan':
      return { type: 'account.loan', loan: event.body }
    case 'chat':
      return { type: 'account.chat', marks: event.body }
    case 'kyc':
      return { type: 'account.kyc', kyc: event.body }
    case 'status':
      return { type: 'account.status', status: event.body.status }
    case 'priceAlert':
      return { type: 'account.alert', alert: event.body }
    case 'watchlist':
      return { type: 'account.watchlist', watchlist: event.body }
    case 'message':
      return { type: 'account.message', message: event.body }
  }
}

/**
 * Effect `watchSession`: tells when whoever was signed in is not any more, or is someone else.
 *
 * @param token$ of the session, or null
 */
export const createWatchSession = (token$: Observable<string | null>) =>
  fromCallback<{ type: 'none' }>(({ sendBack }) => {
    let before: string | null = null
    const listening = token$.pipe(distinctUntilChanged()).subscribe((token) => {
      if (before !== null) sendBack({ type: 'session.over' })
      before = token
    })
    return () => listening.unsubscribe()
  })
