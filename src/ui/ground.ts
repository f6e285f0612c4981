import type { Observable } from 'rxjs'
import type { Client } from '../api/client.ts'
import type { Wallets } from '../machines/actors/browser-wallets.ts'
import type { createWatchAccount } from '../machines/actors/watch-account.ts'
import type { Frames } from '../streams/frame.ts'
import type { SeenOpenings } from '../streams/seenOpenings.ts'
import type { ServerTime } from '../streams/serverTime.ts'
import type { WakeSignals } from '../streams/wake.ts'
import type { Services } from './services.ts'

/** What stands before any noun is composed, and all that one is composed of. No view sees it. */
export type Ground = Pick<Services, 'session' | 'notice' | 'connection' | 'quotes' | 'inspection' | 'running'> & {
  client: Client
  frames: Frames
  serverTime: ServerTime
  wake: WakeSignals
  token$: Observable<string | null>
  userId$: Observable<string | null>
  /** Effect of machines that follow the account's events. */
  watchAccount: ReturnType<typeof createWatchAccount>
  seenOpenings: SeenOpenings
  browserWallets(): Promise<Wallets>
}
