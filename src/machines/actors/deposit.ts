import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { again, chargeReq, type Deposit, getInAddress, terms } from '../../api/money/deposit.ts'
import { result } from '../../api/wire/answer.ts'
import type { DepositChoice, DepositGround, DepositRequest, FormWay } from '../money/depositForm.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import { uploadPhoto } from './upload-photo.ts'

/** The terms of a currency and the user's address for it, by default on its usual network. */
export const createLoadGround = (client: Client) =>
  fromPromise<DepositGround, { way: FormWay } & DepositChoice>(
    async ({ input: { way, currency, network }, signal }) => {
      const start = result(await client.call(terms, { currency }, { signal }))
      if (way === 'bank') return { start, network: '', address: null }
      const carrier = start.networks.find(({ code }) => code === network) ?? start.networks[0]
      const of = { currency, ...(carrier && { network: carrier.code }) }
      const { address } = result(await client.call(getInAddress, of, { signal }))
      return { start, network: carrier?.code ?? '', address }
    },
  )

/** Requests a deposit, or retries the request. It is not aborted with its actor. */
export const createSubmitDeposit = (client: Client) =>
  fromPromise<Deposit, OnceSending<DepositRequest>>(async ({ input: { again: isAgain, ...request } }) => {
    const options = { quiet: isAgain }
    if (request.type === 'again') {
      const { type: _, ...asked } = request
      return result(await client.call(again, asked, options))
    }
    const { type: _, ...asked } = request
    return result(await client.call(chargeReq, asked, options))
  })

/** Sends the proof of a transfer. */
export const uploadProof = uploadPhoto(({ proof }: { proof: File | null }) => ({
  purpose: 'paymentProof',
  photo: proof,
}))
