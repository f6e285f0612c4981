import {
  createCheckReceipt,
  createLoadFirstTrade,
  createLoadMicrotradeOffer,
  createLoadReceipt,
  createSubmitMicrotrade,
} from '../../../machines/actors/microtrade.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import { createWatchPrice } from '../../../machines/actors/trading.ts'
import { firstTradeMachine } from '../../../machines/trade/firstTrade.ts'
import { microtradeRules, newMicrotrade } from '../../../machines/trade/microtradeForm.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { trimZeros } from '../../../rules/money/money.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'
import { createLastStake } from './last-stake.ts'

export function compose(deps: Deps) {
  const { client, loadCover, quotes, person$, watchAccount, seenOpenings } = deps
  const lastStake = createLastStake(person$)
  const store = composeOrderStore(deps, {
    noun: 'microtrade',
    perSymbol: true,
    rules: microtradeRules,
    newForm: (symbol, direction: Direction) => newMicrotrade(symbol, direction, lastStake.read()),
    loadOffer: createLoadMicrotradeOffer(client, loadCover),
    submit: createSubmitMicrotrade(client),
    watchPrice: createWatchPrice(quotes.quote$),
  })
  store.ordered$.subscribe(({ currency, seconds, amount }) =>
    lastStake.keep({ currency, seconds, amount: trimZeros(amount) }),
  )
  return {
    /** Pending purchases of timed options. */
    store,
    firstTrade: firstTradeMachine.provide({
      actors: { loadFirstTrade: createLoadFirstTrade(client, () => lastStake.read() !== undefined), watchAccount },
    }),
    receipt: receiptBy(createLoadReceipt(client), createCheckReceipt(loadSha256, seenOpenings.of)),
  }
}
