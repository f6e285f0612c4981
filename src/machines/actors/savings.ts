import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import * as api from '../../api/savings.ts'
import type { SavingsOffer, SavingsRequest } from '../money/savingsForm.ts'
import type { SavingsCancel } from '../money/savingsOrder.ts'
import type { Page, PageRequest } from '../parts/pagedList.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import type { LoadCover } from './cover.ts'

/** What is on offer, with what is left of it, and what one has. */
export const createLoadSavingsOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<SavingsOffer>(async ({ signal }) => {
    const [offer, cover] = await Promise.all([client.call(api.config, {}, { signal }), loadCover(signal)])
    return { ...result(offer), cover }
  })

/** Makes a deposit, or asks again whether it was made. What went out cannot be called back. */
export const createPlaceSavings = (client: Client) =>
  fromPromise<api.Savings, OnceSending<SavingsRequest>>(async ({ input: { again: _, ...request } }) =>
    result(await client.call(api.place, request, { quiet: true })),
  )

/** Cancels a deposit, or asks again whether it was cancelled. */
export const createCancelSavings = (client: Client) =>
  fromPromise<api.Savings, OnceSending<SavingsCancel>>(async ({ input: { again: _, ...request } }) =>
    result(await client.call(api.cancel, request, { quiet: true })),
  )

/** Says whether a deposit is renewed. */
export const createSetRenewal = (client: Client) =>
  fromPromise<api.Savings, { id: string; renew: boolean }>(async ({ input, signal }) =>
    result(await client.call(api.renew, input, { signal, quiet: true })),
  )

/** One deposit; null where there is none. */
export const createLoadSavingsOrder = (client: Client) =>
  fromPromise<api.Savings | null, { id: string }>(
    async ({ input: { id }, signal }) => result(await client.call(api.order, { id }, { signal }))[0] ?? null,
  )

/** A page of someone's deposits, newest first. */
export const createLoadSavings = (client: Client) =>
  fromPromise<Page<api.Savings>, PageRequest>(async ({ input, signal }) => ({
    entries: result(await client.call(api.order, input, { signal })),
  }))

/** What someone's deposits come to. */
export const createLoadSavingsSums = (client: Client) =>
  fromPromise<readonly api.SavingsSum[]>(async ({ signal }) => result(await client.call(api.orderSum, {}, { signal })))
