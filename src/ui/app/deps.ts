import type { Observable } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import type { connectionMachine } from '../../machines/session/connection.ts'
import type { noticeMachine } from '../../machines/session/notice.ts'
import type { sessionMachine } from '../../machines/session/session.ts'
import type { Frames } from '../../streams/frame.ts'
import type { Quotes } from '../../streams/quotes.ts'
import type { ServerTime } from '../../streams/serverTime.ts'
import type { Socket } from '../../streams/socket.ts'
import type { WakeSignals } from '../../streams/wake.ts'
import type { OrderKinds } from '../pages/orders/order-kind.ts'
import type { Inspection } from './inspection.ts'
import type { RunningTally } from './running.ts'

/** The dependencies from which each noun is composed. Not visible to views. */
export type Deps = {
  session: ActorRefFrom<typeof sessionMachine>
  notice: ActorRefFrom<typeof noticeMachine>
  connection: ActorRefFrom<typeof connectionMachine>
  quotes: Quotes
  inspection: Inspection
  /** The user's live orders. */
  running: RunningTally
  frames: Frames
  serverTime: ServerTime
  wake: WakeSignals
  socket: Pick<Socket, 'state$' | 'frames$' | 'send'>
  userId$: Observable<string | null>
  /** The same, but from the cache before the server answers, or if it is unreachable. */
  person$: Observable<string | null>
  /** The kinds of order in the common lists. */
  orderKinds(): Promise<OrderKinds>
}
