import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { withdrawalMachine } from '../../machines/orders/withdrawal.ts'
import { sendingNetworks } from '../../rules/money/coin-networks.ts'
import { LABEL_LENGTH_MAX, withdrawalConditions } from '../../rules/withdrawal/withdrawal.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page } from '../wire/page.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    withdrawal: Withdrawal
  }
}

const network = v.picklist(sendingNetworks.map(({ code }) => code))

/**
 * A withdrawal. `state` is its machine's, `status` that state's code among the transaction statuses. `receives` is `amount` less `fee`.
 * Times in ms are null until they have passed. `reason`: of a rejection or a return.
 */
export const withdrawal = v.object({
  id: f.id,
  currency: f.currency,
  network,
  address: v.string(),
  label: v.string(),
  amount: f.amount,
  fee: f.amount,
  receives: f.amount,
  state: v.picklist(statesOf(withdrawalMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  status: v.number(),
  reason: v.nullable(v.string()),
  submittedAt: f.millis,
  approvedAt: v.nullable(f.millis),
  sentAt: v.nullable(f.millis),
  settledAt: v.nullable(f.millis),
})
export type Withdrawal = v.InferOutput<typeof withdrawal>

/** An address of a user's book. `checked`: whether it has a checksum, which detects typing errors. Times in seconds. */
export const address = v.object({
  id: f.id,
  label: v.string(),
  network,
  address: v.string(),
  checked: v.boolean(),
  addedAt: f.seconds,
  /** The time from which it can be used. */
  usableAt: f.seconds,
})
export type WithdrawalAddress = v.InferOutput<typeof address>

/** An amount that may not be negative, with its own error. */
const amount = v.pipe(
  v.string(),
  v.check((text) => !/^-[\d.]*[1-9]/.test(text), 'negativeAmount'),
  f.decimal,
)

export const out = defineCall({
  method: 'POST',
  path: 'wallet/out',
  token: true,
  once: true,
  summary:
    'Withdraws an amount, fee included, to an address from the user’s address book. It is held until approval. Requires the transaction password, and the authenticator code if one is set up.',
  input: v.object({
    requestId: f.requestId,
    currency: f.currency,
    amount,
    /** Whether `amount` is an upper limit, reduced to what may be withdrawn when the request is accepted. */
    upTo: v.optional(v.boolean()),
    /** From the address book. */
    addressId: f.id,
    payPassword: f.password,
    code: v.optional(f.authenticatorCode),
  }),
  output: withdrawal,
})

export const cancel = defineCall({
  method: 'POST',
  path: 'withdrawal/cancel',
  token: true,
  once: true,
  ours: true,
  summary: 'Cancels a withdrawal under review: the full amount is available again.',
  input: v.object({ requestId: f.requestId, id: f.id }),
  output: withdrawal,
})

export const log = defineCall({
  path: 'cashlist/log',
  token: true,
  summary: 'The user’s withdrawals, newest first.',
  input: v.object({
    /** Only this one. */
    id: v.optional(f.id),
    ...page,
  }),
  output: v.array(withdrawal),
})

/**
 * The conditions of a withdrawal. `refusal`: the current error of each condition; null if it is met. `turnover`: the trading volume
 * required for deposits, reached, and missing, in USDT. `min` is null if no recent price gives a currency's equivalent of 30 USDT.
 */
export const conditions = defineCall({
  path: 'withdrawal/conditions',
  token: true,
  ours: true,
  summary: 'Requirements for a withdrawal, which of them are met, and the amount that can be withdrawn.',
  input: f.nothing,
  output: v.object({
    conditions: v.array(
      v.object({
        name: v.picklist(withdrawalConditions),
        refusal: v.nullable(v.string()),
      }),
    ),
    turnover: v.object({ asked: f.amount, counted: f.amount, missing: f.amount }),
    currencies: v.array(
      v.object({
        currency: f.currency,
        available: f.amount,
        balance: f.amount,
        min: v.nullable(f.amount),
        /** The user’s own part of their assets while they have debts, and the maximum withdrawal. Null without debts. */
        own: v.nullable(f.amount),
      }),
    ),
    /** The amount that must stay for debts, in USDT; null without debts. */
    owed: v.nullable(f.amount),
    addresses: v.array(address),
    /** Whether a withdrawal requires an authenticator’s code. */
    authenticator: v.boolean(),
    /** The pending withdrawal, or the newest ended one. */
    newest: v.nullable(withdrawal),
    /** How long a new address waits before it can be used, in seconds: 86400 by default. */
    addressWaitSeconds: v.number(),
  }),
})
export type WithdrawalConditions = v.InferOutput<typeof conditions.output>

export const addresses = defineCall({
  path: 'withdrawal/addresses',
  token: true,
  ours: true,
  summary: 'The user’s address book, newest first.',
  input: f.nothing,
  output: v.array(address),
})

export const addAddress = defineCall({
  method: 'POST',
  path: 'withdrawal/address_add',
  token: true,
  ours: true,
  summary:
    'Adds an address to the address book. Requires the transaction password, and the authenticator code if one is set up. The user gets a message about it.',
  input: v.object({
    network,
    address: v.pipe(v.string(), v.trim(), v.minLength(1, 'textRequired'), v.maxLength(128, 'wrongAddress')),
    label: v.pipe(v.string(), v.trim(), v.maxLength(LABEL_LENGTH_MAX)),
    payPassword: f.password,
    code: v.optional(f.authenticatorCode),
  }),
  output: address,
})

export const deleteAddress = defineCall({
  method: 'POST',
  path: 'withdrawal/address_delete',
  token: true,
  ours: true,
  summary: 'Deletes an address from the user’s address book. Withdrawals already on their way to it continue.',
  input: v.object({ id: f.id }),
  output: f.done,
})
