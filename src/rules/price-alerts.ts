/** Which way a price reaches the level of an alert: it rises to it, or falls to it. */
export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

/** How many alerts of one person wait at most. */
export const ALERTS_MAX = 50

/** Whether a price is at or beyond a level: then there is nothing to wait for. Both in minor units of the symbol's price. */
export const isReached = (side: AlertSide, level: bigint, price: bigint): boolean =>
  side === 'above' ? price >= level : price <= level
