/** From which step on verification is required, and the state of the review. */
export type TradeStanding = { neededFor: string; state: string }

/** `name`: verify identity. `review`: wait for the review. `trade`: buy. */
export type StepToTrade = 'name' | 'review' | 'trade'

/** The remaining steps to a user's first trade, in order. */
export function stepsToTrade({ neededFor, state }: TradeStanding): readonly StepToTrade[] {
  if (neededFor !== 'trading' || state === 'verified') return ['trade']
  return state === 'pendingReview' ? ['review', 'trade'] : ['name', 'trade']
}
