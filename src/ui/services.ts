import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'
import type { Lang } from '../api/fields.ts'
import type { Zone } from '../rules/zone.ts'
import type { Ground, Parts } from './ground.ts'
import type { Place } from './places.ts'

/** What the frame and every page may use. It is made in one place, the composition root, and handed down by the one context. */
export type Services = Pick<Ground, 'session' | 'notice' | 'connection' | 'quotes' | 'inspection' | 'running'> & {
  /** Every page that is built. */
  places: readonly Place[]
  /** Finds what a noun composed; pages use `usePart`. */
  parts: Parts
  /** Whether a request that someone waits for is under way. */
  loading$: Observable<boolean>
  /** The server's clock, in ms since the epoch. Stable. */
  serverNow: () => number
  /** Shows the app in another language, and keeps it. Rejects where that language could not be loaded. */
  chooseLang(lang: Lang): Promise<void>
  /** Keeps a time zone with the account, and shows times in it. Rejects where that was not taken, which was said. */
  chooseZone(zone: Zone): Promise<void>
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
