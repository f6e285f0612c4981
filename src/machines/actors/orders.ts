import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { list, type Order, type OrderFilter, type OrderTotals, totals } from '../../api/trade/orders.ts'
import { result } from '../../api/wire/answer.ts'
import type { KeptAnswers } from '../../api/wire/kept-answers.ts'
import type { Page, PageRequest } from '../parts/pagedList.ts'
import type { OrderListInput } from '../trade/orderList.ts'

/**
 * A page of the user's orders, newest first.
 *
 * @param kept cache of the newest, used if no answer arrives; without it the request is in the background
 */
export const createLoadOrders = (client: Client, kept?: KeptAnswers) =>
  fromPromise<Page<Order>, PageRequest<OrderListInput>>(async ({ input, signal }) => {
    const { before, limit, ...about } = input
    const ask = async () => result(await client.call(list, input, { signal, quiet: !kept }))
    if (!kept || before !== undefined) return { entries: await ask() }
    const { value, asOf } = await kept.orKept(list, about, ask)
    return { entries: value, asOf }
  })

/** The totals of the user's orders, cached with the list, which shows the age of both. */
export const createLoadTotals = (client: Client, kept: KeptAnswers) =>
  fromPromise<OrderTotals, OrderFilter>(async ({ input, signal }) => {
    const ask = async () => result(await client.call(totals, input, { signal }))
    return (await kept.orKept(totals, input, ask)).value
  })
