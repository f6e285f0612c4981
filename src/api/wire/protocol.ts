/** The version that both sides of the socket send in their hello. */
export const PROTOCOL = 1

/** Maximum number of symbols in a subscription. No market has as many. */
export const SUBSCRIBED_MAX = 64
