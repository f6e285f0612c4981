import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'
import type { ActorRefFrom, InspectionEvent, Observer } from 'xstate'
import type { Lang } from '../api/fields.ts'
import type { connectionMachine } from '../machines/session/connection.ts'
import type { noticeMachine } from '../machines/session/notice.ts'
import type { sessionMachine } from '../machines/session/session.ts'
import type { Quotes } from '../streams/quotes.ts'
import type { Parts } from './part.ts'
import type { Place } from './places.ts'
import type { RunningTally } from './running.ts'

/** What an actor that a page makes is handed, so that an inspector can watch it in development; empty otherwise. */
export type Inspection = { inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void) }

/** What the frame and every page may use. It is made in one place, the composition root, and handed down by the one context. */
export type Services = {
  session: ActorRefFrom<typeof sessionMachine>
  notice: ActorRefFrom<typeof noticeMachine>
  connection: ActorRefFrom<typeof connectionMachine>
  quotes: Quotes
  /** Every page that is built. */
  places: readonly Place[]
  /** Finds what a noun composed; pages use `usePart`. */
  parts: Parts
  inspection: Inspection
  /** What whoever is signed in has running. */
  running: RunningTally
  /** Whether a request that someone waits for is under way. */
  loading$: Observable<boolean>
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
