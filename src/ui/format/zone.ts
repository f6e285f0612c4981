import { useSelector } from '@xstate/react'
import { UTC, type Zone } from '../../rules/time/zone.ts'
import { useServices } from '../app/services.ts'
import { zoneShown } from './format.ts'

/** The user's time zone, for display and for days and months. */
export function useZone(): Zone {
  const { session } = useServices()
  // The display follows the account's events.
  useSelector(session, ({ context }) => context.userInfo?.timeZone)
  return zoneShown() ?? UTC
}

/** The display name of a zone: `America/New York`. */
export const zoneName = (zone: Zone): string => zone.replaceAll('_', ' ')
