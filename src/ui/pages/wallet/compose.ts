import { createActor } from 'xstate'
import { detail, history, rates, turnover } from '../../../api/money/worth.ts'
import { askOrKept } from '../../../machines/actors/ask.ts'
import { createLoadEquity } from '../../../machines/actors/wallet.ts'
import { watchSession } from '../../../machines/actors/watch-account.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { walletsMachine } from '../../../machines/money/wallets.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, kept, watchAccount, inspection }: Deps) => ({
  /** The signed-in user's wallets. A page that shows them sends `wallets.open`. */
  wallets: createActor(
    walletsMachine.provide({
      actors: {
        loadEquity: createLoadEquity(client, kept),
        watchAccount,
        watchSession,
      },
    }),
    inspection,
  ).start(),
  history: moneyViewBy(askOrKept(client, kept, history, { quiet: true }), watchAccount),
  detail: moneyViewBy(askOrKept(client, kept, detail), watchAccount),
  turnover: moneyViewBy(askOrKept(client, kept, turnover, { quiet: true }), watchAccount),
  rates: moneyViewBy(askOrKept(client, kept, rates, { quiet: true }), watchAccount),
})
