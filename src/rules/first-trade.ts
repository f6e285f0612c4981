/** What a name is wanted for, how far its review has come, and whether its owner has ever traded. */
export type TradeStanding = { neededFor: string; state: string; traded: boolean }

/** `name`: show who one is. `review`: wait until that is verified. `trade`: buy. */
export type StepToTrade = 'name' | 'review' | 'trade'

/** What is left to do until someone’s first trade, in order; nothing once they have traded. */
export function stepsToTrade({ neededFor, state, traded }: TradeStanding): readonly StepToTrade[] {
  if (traded) return []
  if (neededFor !== 'trading' || state === 'verified') return ['trade']
  return state === 'pendingReview' ? ['review', 'trade'] : ['name', 'trade']
}
