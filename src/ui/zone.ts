import { useSelector } from '@xstate/react'
import { UTC, type Zone } from '../rules/zone.ts'
import { zoneShown } from './format.ts'
import { useServices } from './services.ts'

/** The zone that a person's days and months go by, in which times are shown. */
export function useZone(): Zone {
  const { session } = useServices()
  // What is shown follows the account, of which this hears.
  useSelector(session, ({ context }) => context.userInfo?.timeZone)
  return zoneShown() ?? UTC
}

/** A zone as it is read: `America/New York`. */
export const zoneName = (zone: Zone): string => zone.replaceAll('_', ' ')
