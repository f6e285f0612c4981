/** Kinds of trade on a page. */
export const tradeKinds = ['options', 'contract', 'spot', 'forex'] as const
export type TradeKind = (typeof tradeKinds)[number]
