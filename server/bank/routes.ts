import { cashInfo, cashSave } from '../../src/api/account/bank.ts'
import { type Route, route } from '../platform/http/route.ts'
import { type PasswordDeps, proofBy } from '../security/module.ts'
import { active } from '../user/module.ts'
import { bankCardOf, saveBankCard } from './cards.ts'

/** The calls of the bank card. */
export const bankRoutes = (deps: PasswordDeps): readonly Route[] => [
  route(cashInfo, ({ platform, session }) => bankCardOf(platform, session.userId)),
  route(cashSave, { needs: [active], proof: proofBy(deps), handle: (handled) => saveBankCard(deps, handled) }),
]
