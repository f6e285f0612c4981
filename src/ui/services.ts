import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Client } from '../api/client.ts'
import type { Lang } from '../api/fields.ts'
import type { connectionMachine } from '../machines/connection.ts'
import type { noticeMachine } from '../machines/notice.ts'
import type { orderListMachine } from '../machines/orderList.ts'
import type { receiptMachine } from '../machines/receipt.ts'
import type { sessionMachine } from '../machines/session.ts'
import type { walletsMachine } from '../machines/wallets.ts'
import type { Quotes } from '../streams/quotes.ts'

/** All that the pages may use. It is made in one place, the composition root, and handed down by the one context. */
export type Services = {
  client: Client
  session: ActorRefFrom<typeof sessionMachine>
  notice: ActorRefFrom<typeof noticeMachine>
  connection: ActorRefFrom<typeof connectionMachine>
  quotes: Quotes
  /** What whoever is signed in has. A page that shows it sends `wallets.open`. */
  wallets: ActorRefFrom<typeof walletsMachine>
  /** Machines with their effects, for a page to run while it is open. */
  machines: { orderList: typeof orderListMachine; receipt: typeof receiptMachine }
  /** The server's clock, in ms since the epoch. Stable. */
  serverNow: () => number
  /** Shows the app in another language, and keeps it. Rejects where that language could not be loaded. */
  chooseLang(lang: Lang): Promise<void>
}

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

/**
 * The services of the app.
 *
 * @throws Error outside of a `ServicesProvider`
 */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices: there is no ServicesProvider above')
  return services
}
