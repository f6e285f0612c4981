import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'
import type { Lang } from '../../api/wire/fields.ts'
import type { Zone } from '../../rules/time/zone.ts'
import type { Place } from '../router/places.ts'
import type { Deps } from './deps.ts'
import type { Parts } from './parts.ts'

/** The services for the frame and every page. Created by the composition root, and provided by a single context. */
export type Services = Pick<Deps, 'session' | 'notice' | 'connection' | 'quotes' | 'inspection' | 'running'> & {
  /** Every built page. */
  places: readonly Place[]
  /** The composed part of a noun; pages use `usePart`. */
  parts: Parts
  /** Whether a request that someone waits for is under way. */
  loading$: Observable<boolean>
  /** The server's clock, in ms since the epoch. Stable. */
  serverNow: () => number
  /** Switches the app's language, and saves it. Rejects if that language could not be loaded. */
  chooseLang(lang: Lang): Promise<void>
  /** Saves a time zone with the account, and uses it for display. Rejects if refused, after showing the reason. */
  chooseZone(zone: Zone): Promise<void>
}

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

/**
 * The services of the app.
 *
 * @throws Error outside a `ServicesProvider`
 */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices: there is no ServicesProvider above')
  return services
}
