import { Refusal } from '../../src/api/messages.ts'
import { getInfo, list } from '../../src/api/wallet.ts'
import { walletOf, walletsOf } from '../ledger/index.ts'
import { type Route, route } from '../platform/http/route.ts'

export const walletRoutes: readonly Route[] = [
  route(list, ({ platform, session }) => walletsOf(platform.db, session.userId)),

  route(getInfo, async ({ input, platform, session }) => {
    const wallet = await walletOf(platform.db, session.userId, input.currency)
    if (!wallet) throw new Refusal('wrongCurrency')
    return wallet
  }),
]
