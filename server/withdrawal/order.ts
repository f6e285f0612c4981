import { type Withdrawal, withdrawal } from '../../src/api/money/withdrawal.ts'
import { withdrawalMachine } from '../../src/machines/orders/withdrawal.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'

export type WithdrawalRow = OrderRow & {
  state: Withdrawal['state']
  /** The total amount that leaves the wallet, including `fee`. */
  amount: bigint
  fee: bigint
  /** Its terms: the fee in basis points, and the minimum in whole USDT. */
  fee_bps: bigint
  min_usdt: bigint
  network: string
  address: string
  label: string
  /** The recorded tick that the minimum was validated by; null for USDT. */
  price_seq: bigint | null
  /** Duration of a step of the paper network, in ms. */
  pace_ms: bigint
  approved_ms: bigint | null
  /** The value in USDT of the amount without the fee when it left the wallet, in minor units; null until then. */
  left_value: bigint | null
  sent_ms: bigint | null
  reason: string | null
}

export type AddressRow = {
  id: string
  user_id: string
  label: string
  network: string
  address: string
  checked: bigint
  added_at: bigint
  usable_at: bigint
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    withdrawals: WithdrawalRow
    withdrawal_addresses: AddressRow
  }
}

/** A withdrawal as the wire carries it. */
export const toWire = wireOf<WithdrawalRow, Withdrawal>(withdrawal, withdrawalMachine, {
  receives: ({ amount, fee }) => amount - fee,
  submittedAt: 'accepted_ms',
})
