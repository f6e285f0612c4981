import type { Order } from '../../../api/trade/orders.ts'

/** Orders by the time that the history shows, newest first. */
export const byEnd = <O extends Pick<Order, 'id' | 'settledAt' | 'acceptedAt'>>(orders: readonly O[]): O[] =>
  orders.toSorted((one, other) => endOf(other) - endOf(one) || (one.id < other.id ? 1 : -1))

const endOf = ({ settledAt, acceptedAt }: Pick<Order, 'settledAt' | 'acceptedAt'>) => settledAt ?? acceptedAt
