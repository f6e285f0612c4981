import Bowser from 'bowser'
import type { Device } from '../../src/api/account/safe.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { Platform } from '../platform/context.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Session } from '../platform/http/route.ts'
import { endSession, sessionsOf } from './sessions.ts'

const USE = 'session'

/** Keyed, so that the displayed id does not reveal a token's hash. */
const idOf = ({ vault }: Pick<Platform, 'vault'>, tokenHash: string) => vault.fingerprint(USE, tokenHash)

const kinds: Readonly<Record<string, Device['kind']>> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' }

/** A device's description of itself. */
export function readAgent(agent: string): Pick<Device, 'system' | 'browser' | 'kind'> {
  if (agent === '') return { system: null, browser: null, kind: 'unknown' }
  const { os, browser, platform } = Bowser.parse(agent)
  return { system: os.name ?? null, browser: browser.name || null, kind: kinds[platform.type ?? ''] ?? 'unknown' }
}

/** The sessions of a user, the last seen first. */
export async function devicesOf(platform: Platform, { userId, tokenHash }: Session): Promise<Device[]> {
  const rows = await sessionsOf(platform, userId)
  return rows.map((row) => toDevice(platform, row, tokenHash))
}

/** A user's sessions, for operators, without anything that would allow a takeover. */
export async function sessionsShown(platform: Platform, userId: string) {
  const devices = await devicesOf(platform, { userId, method: 'password', tokenHash: '' })
  return devices.map(({ system, browser, address, method, since, seenAt }) => ({
    ...{ system, browser, address, method, since, seenAt },
  }))
}

const toDevice = (platform: Platform, row: Tables['sessions'], current: string): Device => ({
  id: idOf(platform, row.token_hash),
  ...readAgent(row.agent),
  address: row.address,
  method: row.method,
  since: Number(row.created_at),
  seenAt: Number(row.seen_at),
  current: row.token_hash === current,
})

/** The sessions of a user, with each device's full description of itself. */
export async function sessionDataOf(platform: Platform, { userId, tokenHash }: Session) {
  const rows = await sessionsOf(platform, userId)
  return rows.map((row) => ({ ...toDevice(platform, row, tokenHash), agent: row.agent }))
}

/**
 * Ends the user's own session with this id, and its sockets.
 *
 * @throws Refusal `dataNotFound` if it is not theirs, or has ended; `illegalOperation` for the current one, which signs out instead
 */
export async function endDevice(platform: Platform, { userId, tokenHash }: Session, id: string): Promise<void> {
  const found = (await sessionsOf(platform, userId)).find(({ token_hash }) => idOf(platform, token_hash) === id)
  if (!found) throw new Refusal('dataNotFound')
  if (found.token_hash === tokenHash) throw new Refusal('illegalOperation')
  await endSession(platform, { userId, method: found.method, tokenHash: found.token_hash })
}
