import * as v from 'valibot'
import { depositMachine } from '../../machines/orders/deposit.ts'
import { statesOf } from '../../machines/orders/life.ts'
import { depositWays } from '../../rules/deposit/deposit.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page } from '../wire/page.ts'
import { transactionStatus } from '../wire/status.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    deposit: Deposit
  }
}

const network = v.object({ code: v.string(), name: v.string(), confirmations: v.number() })
const networkCode = v.pipe(v.string(), v.regex(/^[a-z0-9]{2,20}$/))

/**
 * A deposit. `state` is its machine's, `status` that state's code among the transaction statuses. `account`: its destination, a paper
 * address or the remark of a transfer. `arrived`: the received amount, null until the provider reports it.
 */
export const deposit = v.object({
  id: f.id,
  way: v.picklist(depositWays),
  currency: f.currency,
  network: v.nullable(network),
  account: v.string(),
  amount: f.amount,
  arrived: v.nullable(f.amount),
  reference: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  state: v.picklist(statesOf(depositMachine)),
  status: v.number(),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  acceptedAt: f.millis,
  /** The time at which the paper network has counted its confirmations; null if none are counted. */
  countedAt: v.nullable(f.millis),
  settledAt: v.nullable(f.millis),
})
export type Deposit = v.InferOutput<typeof deposit>

const limits = v.object({ min: f.amount, max: f.amount, left: f.amount })

export const terms = defineCall({
  path: 'deposit/terms',
  token: true,
  ours: true,
  summary:
    'Deposit limits of one currency and of a bank transfer, the rest of the daily limit, and the expected duration.',
  input: v.object({ currency: v.optional(f.currency, 'USDT') }),
  output: v.object({
    currency: f.currency,
    networks: v.array(network),
    /** As amounts of the currency, by its current price; null if it has none. */
    crypto: v.nullable(limits),
    /** As amounts of USDT. */
    bank: v.object({ ...limits.entries, remark: v.string() }),
    /** Maximum deposits of a user in 24 hours, in USDT. */
    dailyLimit: f.amount,
    /** New paper money for a user who has lost everything, in USDT; null for others. */
    again: v.nullable(f.amount),
    confirmationSeconds: v.number(),
    reviewSeconds: v.number(),
  }),
})
export type DepositStart = v.InferOutput<typeof terms.output>

export const getInAddress = defineCall({
  method: 'POST',
  path: 'wallet/get_in_address',
  token: true,
  summary: 'The user’s own paper address for a currency on a network. No real wallet can pay to it.',
  input: v.object({ currency: v.optional(f.currency, 'USDT'), network: v.optional(networkCode) }),
  output: v.object({ currency: f.currency, network, address: v.string() }),
})

export const chargeReq = defineCall({
  method: 'POST',
  path: 'wallet/charge_req',
  token: true,
  once: true,
  summary:
    'Announces a deposit: paper coins that the paper network sends to the user’s address, or a bank transfer with a proof of payment.',
  input: v.object({
    requestId: f.requestId,
    way: v.picklist(['crypto', 'bank']),
    currency: v.optional(f.currency, 'USDT'),
    network: v.optional(networkCode),
    amount: f.decimal,
    /** The id of an uploaded photograph; only for a transfer. */
    proof: v.optional(f.id),
  }),
  output: deposit,
})

export const again = defineCall({
  method: 'POST',
  path: 'deposit/again',
  token: true,
  once: true,
  ours: true,
  summary: 'Gives new paper money to a user who has lost all of it.',
  /** `amount`: as it was offered. */
  input: v.object({ requestId: f.requestId, amount: f.decimal }),
  output: deposit,
})

export const log = defineCall({
  path: 'chargelist/log',
  token: true,
  summary: 'The user’s deposits, newest first.',
  input: v.object({
    /** Only this one. */
    id: v.optional(f.id),
    /** A code of the transaction statuses; by default all. */
    status: v.optional(f.count(0, transactionStatus.length - 1)),
    ...page,
  }),
  output: v.array(deposit),
})

export const callback = defineCall({
  method: 'POST',
  path: 'provider/callback',
  ours: true,
  signed: true,
  summary: 'A provider’s confirmation that a deposit arrived or failed.',
  input: v.object({
    /** The provider’s reference of the payment, which is credited once. */
    reference: v.pipe(v.string(), v.regex(/^[0-9A-Za-z_.:-]{4,100}$/)),
    /** Its destination: an address, or the remark of a transfer. */
    account: v.pipe(v.string(), v.minLength(4), v.maxLength(120)),
    currency: f.currency,
    amount: f.decimal,
    outcome: v.picklist(['confirmed', 'failed']),
  }),
  /** The outcome. `unmatched`: it fits no deposit, and an operator looks into it. */
  output: v.object({ effect: v.picklist(['credited', 'reviewed', 'failed', 'known', 'unmatched']) }),
})
export type ProviderWord = v.InferOutput<typeof callback.input>
export type ProviderEffect = v.InferOutput<typeof callback.output>['effect']
