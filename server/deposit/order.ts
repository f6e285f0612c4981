import type { Deposit } from '../../src/api/money/deposit.ts'
import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import type { DepositWay } from '../../src/rules/deposit/deposit.ts'
import { networkOf } from '../../src/rules/money/coin-networks.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { OrderRow } from '../orders/module.ts'

export type DepositRow = OrderRow & {
  way: DepositWay
  network: string | null
  account: string
  amount: bigint
  /** Its value in USDT when it was requested, in minor units: it counts towards the daily limit. */
  value: bigint
  proof_id: string | null
  reference: string | null
  arrived: bigint | null
  /** The value of the credited amount in USDT, in minor units. */
  credited_value: bigint | null
  reason: string | null
  counted_ms: bigint | null
  state: Deposit['state']
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    deposits: DepositRow
    deposit_addresses: { address: string; user_id: string; currency: string; network: string }
    provider_calls: {
      nonce: string
      at: bigint
      reference: string
      account: string
      currency: string
      amount: string
      outcome: string
      effect: string
    }
    paper_payments: {
      reference: string
      account: string
      currency: string
      amount: string
      due_ms: bigint
      tries: bigint
    }
  }
}

const ms = (time: bigint | null) => (time === null ? null : Number(time))

/** A deposit as the wire carries it. */
export function toWire(row: DepositRow): Deposit {
  const { scale } = currencyOf(row.currency)
  return {
    id: row.id,
    way: row.way,
    currency: row.currency,
    network: row.network === null ? null : (networkOf(row.currency, row.network) ?? null),
    account: row.account,
    amount: formatMoney(row.amount, scale),
    arrived: row.arrived === null ? null : formatMoney(row.arrived, scale),
    reference: row.reference,
    reason: row.reason,
    state: row.state,
    status: metaOf(depositMachine, row.state).status,
    version: Number(row.version),
    acceptedAt: Number(row.accepted_ms),
    countedAt: ms(row.counted_ms),
    settledAt: ms(row.settled_ms),
  }
}
