import { createActor } from 'xstate'
import { detail, history, rates, turnover } from '../../../api/money/worth.ts'
import { askOrKept } from '../../../machines/actors/ask.ts'
import { createLoadEquity } from '../../../machines/actors/wallet.ts'
import { createWatchSession } from '../../../machines/actors/watch-account.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { walletsMachine } from '../../../machines/money/wallets.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client, kept, token$, watchAccount, inspection }: Ground) => ({
  /** The signed-in user's wallets. A page that shows them sends `wallets.open`. */
  wallets: createActor(
    walletsMachine.provide({
      actors: {
        loadEquity: createLoadEquity(client, kept),
        watchAccount,
        watchSession: createWatchSession(token$),
      },
    }),
    inspection,
  ).start(),
  history: moneyViewBy(askOrKept(client, kept, history, { quiet: true }), watchAccount),
  detail: moneyViewBy(askOrKept(client, kept, detail), watchAccount),
  turnover: moneyViewBy(askOrKept(client, kept, turnover, { quiet: true }), watchAccount),
  rates: moneyViewBy(askOrKept(client, kept, rates, { quiet: true }), watchAccount),
})
