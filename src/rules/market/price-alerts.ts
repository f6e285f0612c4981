/** The direction in which a price reaches an alert's level. */
export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

/** Maximum number of waiting alerts per user. */
export const ALERTS_MAX = 50

/** Whether a price is at or beyond a level, so that there is nothing to wait for. Both in minor units of the symbol's price. */
export const isReached = (side: AlertSide, level: bigint, price: bigint): boolean =>
  side === 'above' ? price >= level : price <= level
