import { type Withdrawal, withdrawal } from '../../src/api/money/withdrawal.ts'
import { withdrawalMachine } from '../../src/machines/orders/withdrawal.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'

export type WithdrawalRow = OrderRow & {
  state: Withdrawal['state']
  /** All that leaves the wallet; `fee` is inside it. */
  amount: bigint
  fee: bigint
  /** The terms that it was made by: the fee in basis points, and the least amount in whole USDT. */
  fee_bps: bigint
  min_usdt: bigint
  network: string
  address: string
  label: string
  /** The recorded tick by which the least amount was judged; null for USDT. */
  price_seq: bigint | null
  /** How long the paper network takes for a step, in ms. */
  pace_ms: bigint
  approved_ms: bigint | null
  /** The value in USDT of what left the wallet, without the fee, in minor units; null until then. */
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
