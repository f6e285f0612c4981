import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import * as api from '../../api/money/loan.ts'
import { getInfo } from '../../api/money/wallet.ts'
import { result } from '../../api/wire/answer.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { LOAN_CURRENCY, type LoanDocument, loanDocuments } from '../../rules/loan/loan.ts'
import type { LoanKnown, NumberedPayment } from '../money/loanOrder.ts'
import type { Page, PageRequest } from '../parts/pagedList.ts'
import { uploadPhoto } from './upload-photo.ts'

/** The loan offer, and the totals of the user's loans. */
export type LoanOverview = { offer: api.LoanOffer; statistics: api.LoanStatistics }

/** The loan offer, with the user's debt. */
export const createLoadLoanOverview = (client: Client) =>
  fromPromise<Heard<LoanOverview>, object>(async ({ signal }) => {
    const [offer, statistics] = await Promise.all([
      client.call(api.config, {}, { signal }),
      client.call(api.statistics, {}, { signal }),
    ])
    return { value: { offer: result(offer), statistics: result(statistics) }, asOf: null }
  })

/** Uploads one document of an application. */
export const uploadDocument = uploadPhoto(({ name, photo }: { name: LoanDocument; photo: File | null }) => ({
  purpose: loanDocuments[name],
  photo,
}))

/** One loan and the balance available to repay it; null if there is none. */
export const createLoadLoan = (client: Client) =>
  fromPromise<LoanKnown | null, { id: string }>(async ({ input: { id }, signal }) => {
    const [orders, wallet] = await Promise.all([
      client.call(api.order, { id }, { signal }),
      client.call(getInfo, { currency: LOAN_CURRENCY }, { signal }),
    ])
    const [order] = result(orders)
    const { available } = result(wallet)
    return order ? { order, available } : null
  })

/** A page of a loan's payments, newest first. */
export const createLoadPayments = (client: Client) =>
  fromPromise<Page<NumberedPayment>, PageRequest<{ id: string }>>(async ({ input: { before, ...of }, signal }) => {
    const asked = { ...of, ...(before !== undefined && { before: Number(before) }) }
    const payments = result(await client.call(api.payments, asked, { signal, quiet: true }))
    return { entries: payments.map((payment) => ({ ...payment, id: String(payment.number) })) }
  })
