import { distinctUntilChanged, map, merge } from 'rxjs'
import { type AnyEventObject, fromCallback } from 'xstate'
import type { AccountEvent } from '../../api/wire/events.ts'
import { dep } from './call.ts'

/** Effect `watchAccount`: the account's events as machine events, and the loss of some. */
export const watchAccount = fromCallback<{ type: 'none' }>(({ sendBack }) => {
  const { event$, missed$ } = dep('account')
  const kinds = dep('orderKinds')
  const events$ = merge(
    event$.pipe(map((event) => asMachineEvent(event, kinds))),
    missed$.pipe(map(() => ({ type: 'account.missed' }))),
  )
  const listening = events$.subscribe(sendBack)
  return () => listening.unsubscribe()
})

/** `account.<kind>` with what it is about; an order of any kind is `account.order`. */
function asMachineEvent({ kind, body }: AccountEvent, orderKinds: ReadonlySet<string>): AnyEventObject {
  if (orderKinds.has(kind)) return { type: 'account.order', order: { kind, ...body } }
  switch (kind) {
    case 'chat':
      return { type: 'account.chat', marks: body }
    case 'status':
      return { type: 'account.status', status: body.status }
    case 'priceAlert':
      return { type: 'account.alert', alert: body }
    default:
      return { type: ['account', kind].join('.'), [kind]: body }
  }
}

/** Effect `watchSession`: reports when the user signed out or changed. */
export const watchSession = fromCallback<{ type: 'none' }>(({ sendBack }) => {
  let before: string | null = null
  const listening = dep('token$')
    .pipe(distinctUntilChanged())
    .subscribe((token) => {
      if (before !== null) sendBack({ type: 'session.over' })
      before = token
    })
  return () => listening.unsubscribe()
})
