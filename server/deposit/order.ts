import { type Deposit, deposit } from '../../src/api/money/deposit.ts'
import { depositMachine } from '../../src/machines/orders/deposit.ts'
import type { DepositWay } from '../../src/rules/deposit/deposit.ts'
import { networkOf } from '../../src/rules/money/coin-networks.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'

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

/** A deposit as the wire carries it. */
export const toWire = wireOf<DepositRow, Deposit>(deposit, depositMachine, {
  network: ({ currency, network }) => (network === null ? null : (networkOf(currency, network) ?? null)),
})
