import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { payableCurrencies, seconds } from '../../api/microtrade.ts'
import type { CurrencyTerms } from '../../rules/option-form.ts'

/** Effect `loadTerms`: the paying currencies with what is available of each, and the periods of each. */
export const createLoadTerms = (client: Client) =>
  fromPromise<readonly CurrencyTerms[]>(async ({ signal }) => {
    const currencies = result(await client.call(payableCurrencies, {}, { signal }))
    return Promise.all(
      currencies.map(async ({ currency, available }) => ({
        currency,
        available,
        periods: result(await client.call(seconds, { currency }, { signal })),
      })),
    )
  })
