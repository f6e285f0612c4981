import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type MicrotradeOrder, submit, whsubmit } from '../../api/microtrade.ts'
import { findInstrument } from '../../rules/instruments.ts'
import type { OptionRequest } from '../optionOrder.ts'

/**
 * Effect `submitOrder`: buys a timed option, or asks again whether it was bought. It is not given up with its actor: a
 * request that went out cannot be called back. Asking again shows no notice: its form says how it stands.
 */
export const createSubmitOrder = (client: Client) =>
  fromPromise<MicrotradeOrder, OptionRequest>(async ({ input: { again, ...order } }) => {
    const call = findInstrument(order.symbol)?.kind === 'crypto' ? submit : whsubmit
    return result(await client.call(call, order, { quiet: again }))
  })
