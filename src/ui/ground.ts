import type { Observable } from 'rxjs'
import type { Client } from '../api/client.ts'
import type { KeptAnswers } from '../api/kept-answers.ts'
import type { Wallets } from '../machines/actors/browser-wallets.ts'
import type { createWatchAccount } from '../machines/actors/watch-account.ts'
import type { Frames } from '../streams/frame.ts'
import type { SeenOpenings } from '../streams/seenOpenings.ts'
import type { ServerTime } from '../streams/serverTime.ts'
import type { Socket } from '../streams/socket.ts'
import type { WakeSignals } from '../streams/wake.ts'
import type { Services } from './services.ts'

/** What stands before any noun is composed, and all that one is composed of. No view sees it. */
export type Ground = Pick<Services, 'session' | 'notice' | 'connection' | 'quotes' | 'inspection' | 'running'> & {
  client: Client
  kept: KeptAnswers
  frames: Frames
  serverTime: ServerTime
  wake: WakeSignals
  socket: Pick<Socket, 'state$' | 'frames$' | 'send'>
  token$: Observable<string | null>
  userId$: Observable<string | null>
  /** The same, but known before the server has said so again, as where it cannot be reached. */
  person$: Observable<string | null>
  /** Effect of machines that follow the account's events. */
  watchAccount: ReturnType<typeof createWatchAccount>
  seenOpenings: SeenOpenings
  browserWallets(): Promise<Wallets>
}
