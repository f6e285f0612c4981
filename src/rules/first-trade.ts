/** What a name is wanted for, and how far its review has come. */
export type TradeStanding = { neededFor: string; state: string }

/** `name`: show who one is. `review`: wait until that is verified. `trade`: buy. */
export type StepToTrade = 'name' | 'review' | 'trade'

/** What is left to do until the first trade of someone who has none yet, in order. */
export function stepsToTrade({ neededFor, state }: TradeStanding): readonly StepToTrade[] {
  if (neededFor !== 'trading' || state === 'verified') return ['trade']
  return state === 'pendingReview' ? ['review', 'trade'] : ['name', 'trade']
}
