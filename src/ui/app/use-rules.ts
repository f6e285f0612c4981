import type { RuleName } from '../../rules/profiles/terms.ts'
import { useNow } from '../parts/bind.ts'
import { useServices } from './services.ts'

/** The server's profile of rules. */
export const useRules = (): RuleName => useNow(useServices().quotes.rules$, 'paper')
