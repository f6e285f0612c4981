import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import * as api from '../../api/money/savings.ts'
import { result } from '../../api/wire/answer.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import type { SavingsOffer } from '../money/savingsForm.ts'
import type { LoadCover } from './call.ts'

/** The products with their remaining capacity, and the user's balances. */
export const createLoadSavingsOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<SavingsOffer>(async ({ signal }) => {
    const [offer, cover] = await Promise.all([client.call(api.config, {}, { signal }), loadCover(signal)])
    return { ...result(offer), cover }
  })

/** The totals of the user's deposits. */
export const createLoadSavingsSums = (client: Client) =>
  fromPromise<Heard<readonly api.SavingsSum[]>, object>(async ({ signal }) => ({
    value: result(await client.call(api.orderSum, {}, { signal })),
    asOf: null,
  }))
