import * as api from '../../../api/trade/strategy.ts'
import { page } from '../../../machines/actors/ask.ts'
import {
  createLoadPlaced,
  createLoadStrategyOffer,
  createReplay,
  createStrategyAct,
  createSubmitStrategy,
} from '../../../machines/actors/strategy.ts'
import { createWatchPrice } from '../../../machines/actors/trading.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { resultOf } from '../../../machines/orders/life.ts'
import { spotMachine } from '../../../machines/orders/spot.ts'
import { askOnceBy } from '../../../machines/parts/askOnce.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { isOursBy, orderListMachine } from '../../../machines/trade/orderList.ts'
import { strategyFormMachine } from '../../../machines/trade/strategyForm.ts'
import { strategyPastMachine } from '../../../machines/trade/strategyPast.ts'
import type { Deps } from '../../app/deps.ts'
import { trustedUrl } from '../../router/trusted-url.ts'
import workerUrl from './replay-worker.ts?worker&url'

export function compose({ client, loadCover, quotes, watchAccount }: Deps) {
  const url = trustedUrl('replay', workerUrl)
  const replay = createReplay(client, () => new Worker(url, { type: 'module' }))
  return {
    offer: loadFirstBy(createLoadStrategyOffer(client, loadCover)),
    form: strategyFormMachine.provide({
      actors: {
        loadOffer: createLoadStrategyOffer(client, loadCover),
        submitOnce: submitOnceBy(createSubmitStrategy(client)),
        strategyPast: strategyPastMachine.provide({ actors: { replay } }),
        watchPrice: createWatchPrice(quotes.quote$),
        watchAccount,
      },
    }),
    list: moneyListBy<'strategy'>(page(client, api.list), watchAccount),
    /** The orders placed by a strategy. */
    placed: orderListMachine.provide({
      actors: { pagedList: pagedListBy(createLoadPlaced(client)), watchAccount },
      guards: { isOurs: isOursBy(({ state }) => resultOf(spotMachine, state)) },
    }),
    pause: askOnceBy(createStrategyAct(client, api.pause)),
    resume: askOnceBy(createStrategyAct(client, api.resume)),
    stop: askOnceBy(createStrategyAct(client, api.stop)),
  }
}
