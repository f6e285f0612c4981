/** The status lists of the product. The position in each list is the status code. */

/** How far an order in a trade list has come. */
export const tradeListStatus = ['trading', 'completed'] as const

/** How an order of a hosting plan stands. */
export const arbitrageStatus = ['pendingReview', 'inProgress', 'ended', 'fail'] as const

/** How an order went. `unexpected`: it could not be carried out, and what it held was returned. */
export const tradeStatus = ['underReview', 'success', 'failed', 'unexpected'] as const

/** How a transaction stands that someone reviews. `waiting`: for a provider's word. */
export const transactionStatus = ['underReview', 'succeed', 'failed', 'waiting'] as const

/** How a loan stands. Whether it is overdue is told apart. */
export const loanStatus = ['pendingReview', 'transferSuccessful', 'settled', 'auditFailure'] as const

/** How a position in foreign exchange or a metal stands. */
export const forexStatus = ['inTransaction', 'closingPosition', 'closedPosition'] as const
