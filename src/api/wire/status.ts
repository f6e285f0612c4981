/** The status lists of the product. The position in each list is the status code. */

/** Status of an order in a trade list. */
export const tradeListStatus = ['trading', 'completed'] as const

/** Status of an order of a hosting plan. */
export const arbitrageStatus = ['pendingReview', 'inProgress', 'ended', 'fail'] as const

/** Result status of an order. `unexpected`: it could not be executed, and its reserve was returned. */
export const tradeStatus = ['underReview', 'success', 'failed', 'unexpected'] as const

/** Status of a reviewed transaction. `waiting`: for the provider. */
export const transactionStatus = ['underReview', 'succeed', 'failed', 'waiting'] as const

/** Status of a loan. Whether it is overdue is separate. */
export const loanStatus = ['pendingReview', 'transferSuccessful', 'settled', 'auditFailure'] as const

/** Status of a position in foreign exchange or a metal. */
export const forexStatus = ['inTransaction', 'closingPosition', 'closedPosition'] as const
