import { createActor } from 'xstate'
import { createLoadEquity } from '../../../machines/actors/wallet.ts'
import { createWatchSession } from '../../../machines/actors/watch-account.ts'
import {
  createLoadDetail,
  createLoadHistory,
  createLoadRates,
  createLoadTurnover,
} from '../../../machines/actors/worth.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { walletsMachine } from '../../../machines/money/wallets.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, kept, token$, watchAccount, inspection }: Ground) => ({
  /** What whoever is signed in has. A page that shows it sends `wallets.open`. */
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
  history: moneyViewBy(createLoadHistory(client, kept), watchAccount),
  detail: moneyViewBy(createLoadDetail(client, kept), watchAccount),
  turnover: moneyViewBy(createLoadTurnover(client, kept), watchAccount),
  rates: moneyViewBy(createLoadRates(client, kept), watchAccount),
})
