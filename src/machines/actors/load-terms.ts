import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { getRealInfo } from '../../api/kyc.ts'
import { payableCurrencies, seconds } from '../../api/microtrade.ts'
import type { CurrencyTerms } from '../../rules/option-form.ts'
import { NameWanted } from '../name-wanted.ts'

/**
 * Effect `loadTerms`: the paying currencies with what is available of each, and the periods of each.
 *
 * Fails with `NameWanted` where trading asks for a name that is not verified.
 */
export const createLoadTerms = (client: Client) =>
  fromPromise<readonly CurrencyTerms[]>(async ({ signal }) => {
    const [name, payable] = await Promise.all([
      client.call(getRealInfo, {}, { signal }),
      client.call(payableCurrencies, {}, { signal }),
    ])
    const { neededFor, state, reviewSeconds } = result(name)
    if (neededFor === 'trading' && state !== 'verified') throw new NameWanted({ state, reviewSeconds })
    const currencies = result(payable)
    return Promise.all(
      currencies.map(async ({ currency, available }) => ({
        currency,
        available,
        periods: result(await client.call(seconds, { currency }, { signal })),
      })),
    )
  })
