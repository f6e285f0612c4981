import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import type { Client } from '../api/client.ts'
import type { Lang } from '../api/fields.ts'
import type { Quote } from '../api/market.ts'
import type { connectionMachine } from '../machines/connection.ts'
import type { noticeMachine } from '../machines/notice.ts'
import type { sessionMachine } from '../machines/session.ts'

/** A quote as a view sees it. `fresh`: it is known to be the newest. */
export type LiveQuote = Quote & { fresh: boolean }

export type Quotes = {
  /** One instrument's quote, once per animation frame at most. The same observable for the same symbol. */
  quote$(symbol: string): Observable<LiveQuote>
  /** All quotes by symbol. */
  board$: Observable<ReadonlyMap<string, LiveQuote>>
}

/** All that the pages may use. It is made in one place, the composition root, and handed down by the one context. */
export type Services = {
  client: Client
  session: ActorRefFrom<typeof sessionMachine>
  notice: ActorRefFrom<typeof noticeMachine>
  connection: ActorRefFrom<typeof connectionMachine>
  quotes: Quotes
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
