import { rmSync } from 'node:fs'
import { buildPages } from '../../server/platform/http/build.ts'
import ownFolder from '../runner/own-folder.ts'
import { startServerProcess } from './kit/server.ts'

/**
 * The next Wednesday at noon (UTC), in ms. All test servers begin there, whatever the day: forex and metals are open for
 * hours, and a test that takes the device's date for the server's fails at every run.
 */
function nextWednesdayNoon(): number {
  const noon = new Date()
  noon.setUTCHours(12, 0, 0, 0)
  do noon.setUTCDate(noon.getUTCDate() + 1)
  while (noon.getUTCDay() !== 3)
  return noon.getTime()
}

/**
 * Builds the app and the admin console once, before any test server does, and has one server create a market history,
 * which every other server starts with a copy of.
 */
export default async function setup(): Promise<() => void> {
  const removeOwnFolder = ownFolder()
  await buildPages({ info: () => {} })
  await buildPages({ info: () => {} }, undefined, 'admin')
  process.env.TEST_AHEAD = String(nextWednesdayNoon() - Date.now())
  const server = await startServerProcess()
  const past = await server.stop()
  process.env.TEST_PAST = past
  return () => {
    rmSync(past, { recursive: true, force: true })
    removeOwnFolder()
  }
}
