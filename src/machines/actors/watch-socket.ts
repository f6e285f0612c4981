import type { Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { ConnectionEvent, SocketCommand } from '../session/connection.ts'

/** The state of a socket: `attempt` counts failures since the last lasting connection, `retryAt` is in ms since the epoch. */
type SocketState =
  | { type: 'connecting' | 'connected' | 'closed'; attempt: number }
  | { type: 'waiting'; attempt: number; retryAt: number }

export type WatchedSocket = { state$: Observable<SocketState>; retryNow(): void }

/** Effect `socket` of the connection: events of the socket and the browser, and the user's retry. */
export const createWatchSocket = (
  socket: WatchedSocket,
  window: EventTarget & { readonly navigator: { readonly onLine: boolean } },
) =>
  fromCallback<SocketCommand>(({ sendBack, receive }) => {
    const send = (event: ConnectionEvent) => sendBack(event)
    const tellOnline = () =>
      send({ type: window.navigator.onLine ? 'connection.cameOnline' : 'connection.wentOffline' })
    tellOnline()
    window.addEventListener('online', tellOnline)
    window.addEventListener('offline', tellOnline)
    const listening = socket.state$.subscribe((state) => send(asEvent(state)))
    receive(() => socket.retryNow())
    return () => {
      listening.unsubscribe()
      window.removeEventListener('online', tellOnline)
      window.removeEventListener('offline', tellOnline)
    }
  })

function asEvent(state: SocketState): ConnectionEvent {
  switch (state.type) {
    case 'connecting':
      return { type: 'connection.trying', attempt: state.attempt }
    case 'connected':
      return { type: 'connection.opened' }
    case 'waiting':
      return { type: 'connection.lost', attempt: state.attempt, retryAt: state.retryAt }
    case 'closed':
      return { type: 'connection.closed' }
  }
}
