import { cashInfo, cashSave } from '../../src/api/bank.ts'
import { type Route, route } from '../platform/route.ts'
import type { Gate } from '../user/index.ts'
import { bankCardOf, saveBankCard } from './cards.ts'

/** The calls of the bank card. */
export const bankRoutes = (gate: Gate): readonly Route[] => [
  route(cashInfo, ({ platform, session }) => bankCardOf(platform, session.userId)),
  route(cashSave, ({ input, session }) => saveBankCard(gate, session, input)),
]
