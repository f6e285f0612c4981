import { inject } from '../../../machines/actors/call.ts'
import { microtradeForm, newMicrotrade } from '../../../machines/trade/microtradeForm.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { trimZeros } from '../../../rules/money/money.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'
import { createLastStake } from './last-stake.ts'

export function compose(deps: Deps) {
  const lastStake = createLastStake(deps.person$)
  inject({ hasTraded: () => lastStake.read() !== undefined })
  const store = composeOrderStore(deps, {
    ...microtradeForm,
    noun: 'microtrade',
    perSymbol: true,
    newForm: (symbol, direction: Direction) => newMicrotrade(symbol, direction, lastStake.read()),
  })
  store.ordered$.subscribe(({ currency, seconds, amount }) =>
    lastStake.keep({ currency, seconds, amount: trimZeros(amount) }),
  )
  /** Pending purchases of timed options. */
  return { store }
}
